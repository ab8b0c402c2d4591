/* The end of a game: closing dice, table points, ties, places. */

#ifndef KERNEL_END_H
#define KERNEL_END_H

#include "kernel_base.h"

enum { BY_GOAL = 20, BY_SURVIVAL, BY_OUT_ORDER, BY_POINTS };
enum {
    VALUE_OUTSIDE = 1,
    ARMIES_INSIDE,
    ARMIES_OUTSIDE,
    ARMIES,
    CARDS,
    TERRITORIES_INSIDE,
    TERRITORIES_OUTSIDE,
    ALL_TERRITORIES,
    ARMIES_AND_CARDS = 12,
    EARLIER_LAST_TURN
};

static bool is_last_slot(const struct game *g, int seat)
{
    for (int after = (seat + 1) % g->seats; after != g->first_seat; after = (after + 1) % g->seats)
        if (g->playing >> after & 1)
            return false;
    return true;
}

/* Whether the seat ending its turn throws the closing dice. */
static bool rolls_to_close(const struct tables *t, struct game *g)
{
    if (!g->last_lap || g->lap < g->last_lap)
        return false;
    if (t->closing_from_first_seat)
        g->closing_round = g->lap - g->last_lap;
    else if (t->closing_step_lap) {
        if (g->lap > g->last_lap || is_last_slot(g, g->seat))
            g->closing_round = g->lap - g->last_lap + 1;
    } else if (is_last_slot(g, g->seat))
        g->closing_round++;
    bool excused = t->closing_excused_from && g->conquests >= t->closing_excused_from;
    return g->closing_round && !excused;
}

static bool closing_dice_close(const struct tables *t, struct game *g)
{
    int throw = draw(g, power_of_six(t->closing_dice));
    int total = t->closing_dice == 1 ? throw + 1 : throw % 6 + throw / 6 + 2;
    int highest = least(t->closing_first + g->closing_round - 1, t->closing_last);
    return total <= highest && total >= (t->closing_exact ? t->closing_first : 1);
}

static int value_of(const struct tables *t, mask territories)
{
    int total = 0;
    for (; territories; territories &= territories - 1)
        total += t->values[lowest(territories)];
    return total;
}

static int armies_on(const struct game *g, mask territories)
{
    int total = 0;
    for (; territories; territories &= territories - 1)
        total += g->armies[lowest(territories)];
    return total;
}

static int table_points(const struct tables *t, const struct game *g, int seat)
{
    mask owned = g->owned[seat], inside = owned & g->goal[seat];
    int points = t->points_borders_inside * value_of(t, inside);
    points += t->points_borders_outside * value_of(t, owned & ~inside);
    points += t->points_territory * count(owned);
    points += t->points_objective_territory * count(inside);
    for (int i = 0; i < CONTINENTS; i++)
        if (!(t->continent_masks[i] & ~owned))
            points += t->continent_points[i];
    points += t->half_points_army * g->on_board[seat];
    return points + t->points_card * count(g->hand[seat]);
}

static int criterion(const struct tables *t, const struct game *g, int seat, int which)
{
    mask owned = g->owned[seat], goal = g->goal[seat];
    switch (which) {
    case VALUE_OUTSIDE: return value_of(t, owned & ~goal);
    case ARMIES_INSIDE: return armies_on(g, owned & goal);
    case ARMIES_OUTSIDE: return armies_on(g, owned & ~goal);
    case ARMIES: return g->on_board[seat];
    case CARDS: return count(g->hand[seat]);
    case TERRITORIES_INSIDE: return count(owned & goal);
    case TERRITORIES_OUTSIDE: return count(owned & ~goal);
    case ALL_TERRITORIES: return count(owned);
    case ARMIES_AND_CARDS: return g->on_board[seat] + t->armies_per_card * count(g->hand[seat]);
    case EARLIER_LAST_TURN: return -g->last_turn[seat];
    default: return g->rank[seat];
    }
}

/* More than 0 if a is ahead of b, less if behind, 0 if only dice can tell; `by` says what decided. */
static int ahead(const struct tables *t, const struct game *g, const int *points, int a, int b, int *by)
{
    *by = BY_GOAL;
    if (g->winner == a || g->winner == b)
        return g->winner == a ? 1 : -1;
    *by = BY_SURVIVAL;
    int in_a = g->playing >> a & 1, in_b = g->playing >> b & 1;
    if (in_a != in_b)
        return in_a - in_b;
    *by = BY_OUT_ORDER;
    if (!in_a)
        return g->out_order[a] - g->out_order[b];
    *by = BY_POINTS;
    if (points[a] != points[b])
        return points[a] - points[b];
    for (int i = 0; i < 8 && t->tie_criteria[i]; i++) {
        *by = t->tie_criteria[i];
        int mine = criterion(t, g, a, *by), theirs = criterion(t, g, b, *by);
        if (mine != theirs)
            return mine - theirs;
    }
    *by = 0;
    return 0;
}

static void place_seats(const struct tables *t, struct game *g)
{
    int points[SEATS], decided[SEATS][SEATS];
    for (int a = 0; a < g->seats; a++)
        points[a] = table_points(t, g, a);
    for (int a = 0; a < g->seats; a++)
        g->place[a] = 1;
    for (int a = 0; a < g->seats; a++)
        for (int b = a + 1; b < g->seats; b++) {
            int lead = ahead(t, g, points, a, b, &decided[a][b]);
            decided[b][a] = decided[a][b];
            g->place[a] += lead < 0;
            g->place[b] += lead > 0;
        }
    for (int a = 0; a < g->seats; a++) {
        g->decided[a] = 0;
        for (int b = 0; b < g->seats; b++)
            if (g->place[b] == g->place[a] + 1)
                g->decided[a] = decided[a][b];
    }
}

/* The seats that share the first shared place, lowest seat first; 0 if none do. */
static unsigned to_roll_off(const struct game *g)
{
    for (int a = 0; a < g->seats; a++) {
        unsigned same = 0;
        for (int b = 0; b < g->seats; b++)
            same |= (unsigned)(g->place[b] == g->place[a]) << b;
        if (count(same) > 1)
            return same;
    }
    return 0;
}

static void end_game(const struct tables *t, struct game *g, int ending, int winner)
{
    g->ending = ending;
    g->winner = winner;
    memset(g->rank, 0, sizeof g->rank);
    place_seats(t, g);
    for (unsigned rolling; (rolling = to_roll_off(g));) {
        refine(g, rolling, draw(g, power_of_six(count(rolling))));
        place_seats(t, g);
    }
}

#endif
