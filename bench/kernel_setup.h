/* Before the first turn: opening dice, colours, objectives, the deal and its corrections. */

#ifndef KERNEL_SETUP_H
#define KERNEL_SETUP_H

#include "kernel_base.h"

enum { NO_CORRECTION, NEXT_CARD, BOTTOM_CARD };

static unsigned rolls_again(const struct tables *t, const struct game *g)
{
    unsigned tied = 0, top = 0;
    int best = 0;
    for (int i = 0; i < g->seats; i++) {
        if (g->rank[i] > best) {
            best = g->rank[i];
            top = 0;
        }
        top |= (unsigned)(g->rank[i] == best) << i;
        for (int j = 0; j < g->seats; j++)
            if (j != i && g->rank[j] == g->rank[i])
                tied |= 1u << i;
    }
    if (t->order_descending)
        return tied;
    return count(top) > 1 ? top : 0;
}

static void roll_for_order(const struct tables *t, struct game *g)
{
    unsigned rolling = (1u << g->seats) - 1;
    while (rolling) {
        refine(g, rolling, draw(g, power_of_six(count(rolling))));
        rolling = rolls_again(t, g);
    }
    int first = 0;
    for (int i = 0; i < g->seats; i++) {
        if (t->order_descending)
            g->chair[g->seats - 1 - g->rank[i]] = i;
        if (g->rank[i] > g->rank[first])
            first = i;
    }
    if (!t->order_descending)
        for (int i = 0; i < g->seats; i++)
            g->chair[i] = (first + i) % g->seats;
    memset(g->rank, 0, sizeof g->rank);
}

static bool colour_is_free(const struct tables *t, const struct game *g, int seat, int colour)
{
    const int64_t *exclusive = t->exclusive_colours;
    for (int i = 0; i < seat; i++) {
        int taken = g->colour[i];
        if (taken == colour || (taken == exclusive[0] && colour == exclusive[1]) ||
            (taken == exclusive[1] && colour == exclusive[0]))
            return false;
    }
    return true;
}

static void choose_colours(const struct tables *t, struct game *g)
{
    for (int seat = 0; seat < g->seats; seat++) {
        int colour = 0;
        while (!colour_is_free(t, g, seat, colour))
            colour++;
        g->colour[seat] = colour;
        note(g, coded(COLOUR, colour, 0, 0));
    }
}

static void draw_objectives(const struct tables *t, struct game *g)
{
    mask left = bit(t->objective_count) - 1;
    if (t->objective_source == 2) {
        mask sets = 0;
        for (int i = 0; i < t->set_count; i++)
            sets |= (mask)(t->set_sizes[i] >> g->seats & 1) << i;
        left = t->set_cards[nth(sets, draw(g, count(sets)))];
    }
    for (int seat = 0; seat < g->seats; seat++) {
        int card = nth(left, draw(g, count(left)));
        left &= ~bit(card);
        g->goal[seat] = t->objectives[card];
    }
}

/* The deal. `queue` holds cards put back by a correction, the next one first. */

struct deal {
    mask unseen;
    int slot, length;
    int8_t queue[TERRITORIES + 1], dealt[TERRITORIES];
};

static inline int receiver(const struct tables *t, const struct game *g, int slot)
{
    int seat = slot % g->seats;
    return t->deal_in_reverse ? g->seats - 1 - seat : seat;
}

static inline bool exceeds_half(const struct board *b, const struct game *g, int territory, int seat)
{
    mask continent = b->continent_of[territory];
    return 2 * count((g->owned[seat] | bit(territory)) & continent) > count(continent);
}

static inline int draw_card(struct game *g, struct deal *d)
{
    int card = nth(d->unseen, draw(g, count(d->unseen)));
    d->unseen &= ~bit(card);
    return card;
}

static inline void insert(struct deal *d, int place, int card)
{
    memmove(d->queue + place + 1, d->queue + place, d->length++ - place);
    d->queue[place] = card;
}

static inline int take_out(struct deal *d, int place)
{
    int card = d->queue[place];
    memmove(d->queue + place, d->queue + place + 1, --d->length - place);
    return card;
}

static inline void give(struct game *g, struct deal *d, int seat, int card)
{
    assign(g, card, seat);
    d->dealt[d->slot++] = card;
}

/* No card left is regular: the first goes to an earlier slot whose card is regular here. */
static void exchange_with_earlier(const struct tables *t, const struct board *b, struct game *g,
                                  struct deal *d, int seat)
{
    int card = take_out(d, 0);
    for (int earlier = d->slot - 1; earlier >= 0; earlier--) {
        int other = receiver(t, g, earlier), theirs = d->dealt[earlier];
        if (other == seat)
            continue;
        g->owned[other] &= ~bit(theirs);
        if (!exceeds_half(b, g, theirs, seat) && !exceeds_half(b, g, card, other)) {
            assign(g, card, other);
            d->dealt[earlier] = card;
            give(g, d, seat, theirs);
            return;
        }
        g->owned[other] |= bit(theirs);
    }
    give(g, d, seat, card);
}

/* Next card: look further down the deck for one that is regular; those passed over come next. */
static void deal_by_next_card(const struct tables *t, const struct board *b, struct game *g,
                              struct deal *d, int seat)
{
    for (int look = 0;; look++) {
        if (look == d->length) {
            if (!d->unseen) {
                exchange_with_earlier(t, b, g, d, seat);
                return;
            }
            insert(d, look, draw_card(g, d));
        }
        if (!exceeds_half(b, g, d->queue[look], seat)) {
            give(g, d, seat, take_out(d, look));
            return;
        }
    }
}

/* Bottom card: an irregular card stays on top while cards from the bottom are tried instead. With no unseen
 * card left the bottom one is known, and coming back to the card to be corrected ends the search. */
static void deal_by_bottom_card(const struct tables *t, const struct board *b, struct game *g,
                                struct deal *d, int seat)
{
    if (d->length == 0)
        insert(d, 0, draw_card(g, d));
    int original = d->queue[0];
    bool accepted = !exceeds_half(b, g, original, seat);
    for (int tries = 1; !accepted; tries++) {
        if (!d->unseen && d->queue[d->length - 1] == original)
            break;
        insert(d, 0, d->unseen ? draw_card(g, d) : take_out(d, d->length - 1));
        accepted = !exceeds_half(b, g, d->queue[0], seat) || tries == t->correction_limit;
    }
    give(g, d, seat, take_out(d, 0));
}

static void deal_territories(const struct tables *t, const struct board *b, struct game *g)
{
    struct deal d = {.unseen = bit(TERRITORIES) - 1};
    while (d.slot < TERRITORIES) {
        int seat = receiver(t, g, d.slot);
        if (t->correction == NEXT_CARD)
            deal_by_next_card(t, b, g, &d, seat);
        else if (t->correction == BOTTOM_CARD)
            deal_by_bottom_card(t, b, g, &d, seat);
        else
            give(g, &d, seat, draw_card(g, &d));
    }
    for (int i = 0; i < TERRITORIES; i++)
        add_armies(g, i, t->armies_each_territory);
    g->piles[0] = bit(TERRITORIES + t->jolly_cards) - 1;
}

#endif
