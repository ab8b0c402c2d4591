/* The reference kernel: the same games as `kamchatka.simulate`, as a C programmer would write them for speed.
 *
 * Seats played by `soldato`, regulations given as the published integer tables (those features that three
 * regulations need; `bench/kernel.py` refuses others). Game (base, index) has the same stream, the same steps
 * and the same checksum as the rules compiled from Python. Only what `soldato` can bring about is kept: it
 * never takes armies back, nobody withdraws, so there is nothing here to remember for those moves.
 */

#include "kernel_base.h"
#include "kernel_end.h"
#include "kernel_setup.h"

struct result {
    int64_t steps, rolls, checksum;
    int32_t ending, winner, turns, laps;
    int8_t place[SEATS], decided[SEATS];
};

/* Throws of 1, 2 or 3 dice sorted into 83 classes, and what the attacker loses between two of them. */
static uint8_t class_of[4][216];
static int8_t losses[84][84];

static void make_dice(void)
{
    int8_t faces[84][3];
    int classes = 0;
    for (int dice = 1; dice <= 3; dice++)
        for (int throw = 0; throw < (int)power_of_six(dice); throw++) {
            int8_t rolled[3] = {throw % 6, dice > 1 ? throw / 6 % 6 : -1, dice > 2 ? throw / 36 : -1};
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    if (rolled[j] < rolled[j + 1]) {
                        int8_t kept = rolled[j];
                        rolled[j] = rolled[j + 1];
                        rolled[j + 1] = kept;
                    }
            int found = 0;
            while (found < classes && memcmp(faces[found], rolled, 3))
                found++;
            if (found == classes)
                memcpy(faces[classes++], rolled, 3);
            class_of[dice][throw] = found;
        }
    for (int a = 0; a < classes; a++)
        for (int d = 0; d < classes; d++)
            for (int i = losses[a][d] = 0; i < 3; i++)
                losses[a][d] += faces[a][i] >= 0 && faces[d][i] >= 0 && faces[a][i] <= faces[d][i];
}

/* soldato: the best pair of an own territory and a hostile neighbour; ties go to the lower numbers. */

struct pair {
    int source, target, worth;
};

static inline struct pair best_pair(const struct tables *t, const struct game *g, mask sources)
{
    mask own = g->owned[g->seat], goal = g->goal[g->seat];
    int best = 0; /* worth and, below it, the numbers counted down: one comparison ranks both */
    for (; sources; sources &= sources - 1) {
        int source = lowest(sources);
        int base = ((g->armies[source] + 1000) << 12) + 4095 - (source << 6);
        for (mask targets = t->neighbours[source] & ~own; targets; targets &= targets - 1) {
            int target = lowest(targets);
            int worth = (int)(goal >> target & 1) * 4 - g->armies[target];
            best = most(best, base + worth * 4096 - target);
        }
    }
    int pair = 4095 - (best & 4095);
    return best ? (struct pair){pair >> 6, pair & 63, (best >> 12) - 1000} : (struct pair){-1, -1, -1000};
}

static inline int strongest_front(const struct tables *t, const struct game *g)
{
    struct pair pair = best_pair(t, g, g->owned[g->seat]);
    return pair.source >= 0 ? pair.source : lowest(g->owned[g->seat]);
}

static inline int pass_size(const struct tables *t, int left)
{
    int step = t->placement_step;
    if (!step || left <= step)
        return left;
    return t->odd_armies_first && left % step ? left % step : step;
}

static void place_first_armies(const struct tables *t, struct game *g)
{
    int left[SEATS], all = 0;
    for (int seat = 0; seat < g->seats; seat++)
        all += left[seat] = most(0, t->initial_armies[g->seats] - g->on_board[seat]);
    for (g->seat = 0; all; g->seat = (g->seat + 1) % g->seats) {
        if (!left[g->seat])
            continue;
        int armies = pass_size(t, left[g->seat]);
        int territory = strongest_front(t, g);
        note(g, coded(PLACE_FIRST, territory, 0, armies));
        add_armies(g, territory, armies);
        left[g->seat] -= armies;
        all -= armies;
    }
}

/* Reinforcement and cards. */

static inline int reinforcements_due(const struct tables *t, const struct game *g)
{
    if (g->lap == 1 && !t->reinforcement_on_first_turn)
        return 0;
    mask owned = g->owned[g->seat];
    int armies = (unsigned)count(owned) / (unsigned)t->territories_per_army;
    if (t->minimum_on_territories)
        armies = most(armies, t->reinforcement_minimum);
    for (int i = 0; i < CONTINENTS; i++)
        if (!(t->continent_masks[i] & ~owned))
            armies += t->continent_bonus[i];
    return most(armies, t->reinforcement_minimum);
}

static inline void receive(const struct tables *t, struct game *g, int armies)
{
    int room = t->army_limit ? most(0, t->army_limit - g->on_board[g->seat]) : 1000;
    g->to_place = least(g->to_place + armies, room);
}

static int tris_value(const struct tables *t, int a, int b, int c)
{
    a = t->card_symbols[a], b = t->card_symbols[b], c = t->card_symbols[c];
    if (a == b && b == c)
        return a < 3 ? t->tris_equal[a] : 0;
    int jolly = (a == 3) + (b == 3) + (c == 3);
    bool alike = a == b || b == c || a == c;
    if (jolly == 0)
        return alike ? 0 : t->tris_different;
    return jolly == 1 && alike ? t->tris_jolly : 0;
}

/* Play the first tris there is. */
static bool play_tris(const struct tables *t, struct game *g)
{
    mask hand = g->hand[g->seat];
    if (count(hand) < 3)
        return false;
    for (mask first = hand; first; first &= first - 1)
        for (mask second = first & (first - 1); second; second &= second - 1)
            for (mask third = second & (second - 1); third; third &= third - 1) {
                int a = lowest(first), b = lowest(second), c = lowest(third);
                int value = tris_value(t, a, b, c);
                if (!value)
                    continue;
                mask cards = bit(a) | bit(b) | bit(c);
                note(g, coded(TRIS, a, b, c));
                g->hand[g->seat] &= ~cards;
                g->discard |= cards;
                receive(t, g, value + t->card_territory_bonus * count(cards & g->owned[g->seat]));
                return true;
            }
    return false;
}

static void reinforce(const struct tables *t, struct game *g)
{
    bool has_placed = false;
    for (;;) {
        if (!(has_placed && t->tris_before_placing) && play_tris(t, g))
            continue;
        if (g->to_place == 0)
            return;
        int territory = strongest_front(t, g);
        note(g, coded(PLACE, territory, 0, g->to_place));
        add_armies(g, territory, g->to_place);
        g->to_place = 0;
        has_placed = true;
    }
}

static void take_cards(struct game *g, int due)
{
    for (; due; due--) {
        for (int i = 1; i < PILES && !g->piles[0]; i++) {
            memmove(g->piles, g->piles + 1, sizeof g->piles - sizeof(mask));
            g->piles[PILES - 1] = 0;
        }
        if (!g->piles[0]) {
            g->piles[0] = g->discard;
            g->discard = 0;
            if (!g->piles[0])
                return;
        }
        mask card = bit(nth(g->piles[0], draw(g, count(g->piles[0]))));
        g->piles[0] &= ~card;
        g->hand[g->seat] |= card;
    }
}

static inline int cards_due(const struct tables *t, const struct game *g)
{
    if (g->conquests < t->conquests_for_card)
        return 0;
    bool extra = g->last_lap && g->lap > g->last_lap;
    int due = extra && t->second_card_from && g->conquests >= t->second_card_from ? 2 : 1;
    return t->hand_limit ? least(due, most(0, t->hand_limit - count(g->hand[g->seat]))) : due;
}

/* Combat. */

static void eliminate(const struct tables *t, struct game *g, int loser)
{
    if (t->eliminated_cards_taken)
        g->hand[g->seat] |= g->hand[loser];
    else if (g->hand[loser]) {
        int pile = PILES - 1;
        while (pile > 1 && !g->piles[pile - 1])
            pile--;
        g->piles[pile] |= g->hand[loser];
    }
    g->hand[loser] = 0;
    g->out_order[loser] = ++g->out_count;
    g->playing &= ~(1u << loser);
}

static inline int losses_of(uint32_t throw, int attack, int defence)
{
    uint32_t attacked, defended;
    switch (attack) {
    case 3: attacked = throw % 216, defended = throw / 216; break;
    case 2: attacked = throw % 36, defended = throw / 36; break;
    default: attacked = throw % 6, defended = throw / 6;
    }
    return losses[class_of[attack][attacked]][class_of[defence][defended]];
}

/* A territory has fallen: whether the game goes on. */
static bool conquer(const struct tables *t, struct game *g, int source, int target, int dice, int at_roll)
{
    int loser = g->owner[target];
    g->owned[loser] &= ~bit(target);
    assign(g, target, g->seat);
    add_armies(g, source, -dice);
    add_armies(g, target, dice);
    g->conquests++;
    if (!g->owned[loser])
        eliminate(t, g, loser);
    if (has_won(g, g->seat)) {
        end_game(t, g, BY_OBJECTIVE, g->seat);
        return false;
    }
    if (count(g->playing) == 1) {
        end_game(t, g, LAST_SEAT, NOBODY);
        return false;
    }
    bool threatened = borders_enemy(t, g, source);
    int stay = threatened && at_roll > t->conquest_garrison_waived_up_to ? t->conquest_garrison : 1;
    int may_follow = g->armies[source] - stay;
    if (may_follow > 0) {
        int follow = threatened ? may_follow / 2 : may_follow;
        note(g, coded(ADVANCE_WITH, 0, 0, follow));
        add_armies(g, source, -follow);
        add_armies(g, target, follow);
    }
    return true;
}

/* Attack while the best pair is far enough ahead; whether the game goes on. */
static bool fight(const struct tables *t, struct game *g)
{
    for (;;) {
        struct pair pair = best_pair(t, g, g->owned[g->seat] & g->strong);
        if (pair.worth < 2)
            return true;
        int source = pair.source, target = pair.target, at_roll = g->armies[source];
        int dice = least(t->attack_most_dice, at_roll - 1);
        int defence = least(t->defence_most_dice, g->armies[target]);
        if (dice < defence && !t->attack_fewer_dice)
            return true;
        note(g, coded(ATTACK, source, target, dice));
        int lost = losses_of(draw(g, power_of_six(dice + defence)), dice, defence);
        g->rolls++;
        add_armies(g, source, -lost);
        add_armies(g, target, lost - least(dice, defence));
        if (!g->armies[target] && !conquer(t, g, source, target, dice, at_roll))
            return false;
    }
}

/* Move the largest stack that borders no enemy towards one that does. */
static void bring_up(const struct tables *t, struct game *g)
{
    if (!t->moves_per_turn)
        return;
    mask own = g->owned[g->seat];
    int source = -1, armies = 1;
    for (mask sources = own & g->strong; sources; sources &= sources - 1) {
        int territory = lowest(sources);
        if (g->armies[territory] > armies && !(t->neighbours[territory] & ~own)) {
            source = territory;
            armies = g->armies[territory];
        }
    }
    if (source < 0)
        return;
    mask near = t->neighbours[source] & own;
    int goal = lowest(near);
    for (; near; near &= near - 1)
        if (t->neighbours[lowest(near)] & ~own) {
            goal = lowest(near);
            break;
        }
    note(g, coded(MOVE, source, goal, armies - 1));
    add_armies(g, source, 1 - armies);
    add_armies(g, goal, armies - 1);
}

/* One turn of g->seat; whether the game goes on. */
static bool play_turn(const struct tables *t, struct game *g, int laps)
{
    g->turn++;
    g->conquests = g->to_place = 0;
    if (has_won(g, g->seat)) {
        end_game(t, g, BY_OBJECTIVE, g->seat);
        return false;
    }
    if (!g->last_lap && g->lap > laps) {
        g->last_lap = g->lap + t->closing_laps_after;
        if (t->closing_expiry_turn)
            g->first_seat = (g->seat + 1) % g->seats;
    }
    receive(t, g, reinforcements_due(t, g));
    reinforce(t, g);
    if (!fight(t, g))
        return false;
    bring_up(t, g);
    note(g, coded(END_TURN, 0, 0, 0));
    take_cards(g, cards_due(t, g));
    g->last_turn[g->seat] = g->turn;
    if (rolls_to_close(t, g) && closing_dice_close(t, g)) {
        end_game(t, g, BY_CLOSING, NOBODY);
        return false;
    }
    return true;
}

static void play_game(const struct tables *t, const struct board *b, struct game *g, int seats, int laps)
{
    g->seats = seats;
    g->playing = (1u << seats) - 1;
    roll_for_order(t, g);
    choose_colours(t, g);
    draw_objectives(t, g);
    deal_territories(t, b, g);
    place_first_armies(t, g);
    g->lap = 1;
    for (g->seat = 0; play_turn(t, g, laps);)
        do {
            g->seat = g->seat + 1 == seats ? 0 : g->seat + 1;
            if (g->seat == g->first_seat && ++g->lap > MOST_LAPS) {
                end_game(t, g, BY_BOUND, NOBODY);
                return;
            }
        } while (!(g->playing >> g->seat & 1));
}

/* Play games first..first + games - 1 of a base seed, one result each. */
void play_games(const struct tables *t, struct result *results, int64_t games, int seats, int laps,
                int64_t base, int64_t first)
{
    struct board board = {0};
    for (int i = 0; i < CONTINENTS; i++)
        for (mask left = t->continent_masks[i]; left; left &= left - 1)
            board.continent_of[lowest(left)] = t->continent_masks[i];
    make_dice();
    for (int64_t i = 0; i < games; i++) {
        struct game g = {.stream = seeded(base, first + i)};
        play_game(t, &board, &g, seats, laps);
        struct result *r = results + i;
        *r = (struct result){g.steps, g.rolls, g.checksum, g.ending, g.winner, g.turn, g.lap, {0}, {0}};
        memcpy(r->place, g.place, sizeof r->place);
        memcpy(r->decided, g.decided, sizeof r->decided);
    }
}
