/* What a game of the reference kernel stands on: the random stream, masks, and who holds what. */

#ifndef KERNEL_BASE_H
#define KERNEL_BASE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "tables.h" /* struct tables, written from the published layout */

typedef uint64_t mask;

enum { TERRITORIES = 42, SEATS = 6, CONTINENTS = 6, PILES = 12, NOBODY = -1, MOST_LAPS = 400 };
enum { NOT_ENDED, BY_OBJECTIVE, BY_CLOSING, LAST_SEAT, BY_BOUND };
enum {
    COLOUR = 1,
    PLACE_FIRST = 3,
    TRIS = 4,
    PLACE = 5,
    ATTACK = 7,
    ADVANCE_WITH = 9,
    MOVE = 10,
    END_TURN = 12
};

struct game {
    mask owned[SEATS];
    mask goal[SEATS];
    mask hand[SEATS];
    mask piles[PILES]; /* the first is taken from, the others lie underneath */
    mask discard;
    mask strong; /* territories with at least two armies */
    uint64_t stream;
    uint64_t checksum;
    int armies[TERRITORIES];
    int8_t owner[TERRITORIES];
    int on_board[SEATS];
    int last_turn[SEATS];
    int seats, seat, lap, turn, to_place, conquests;
    int last_lap, first_seat, closing_round;
    unsigned playing; /* mask of the seats that still take turns */
    int out_count;
    int8_t out_order[SEATS], colour[SEATS], chair[SEATS];
    int8_t rank[SEATS], place[SEATS], decided[SEATS];
    int ending, winner, steps, rolls;
};

/* What follows from the tables and is asked often; made once a batch. */
struct board {
    mask continent_of[TERRITORIES];
};

static inline int count(mask m) { return __builtin_popcountll(m); }
static inline int lowest(mask m) { return __builtin_ctzll(m); }
static inline mask bit(int n) { return (mask)1 << n; }
static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

static inline int nth(mask m, int n)
{
    while (n--)
        m &= m - 1;
    return lowest(m);
}

/* The stream: multiply with carry, as in kamchatka.stream. */

static inline uint32_t scrambled(uint32_t n)
{
    n = (n ^ (n >> 16)) * 0x21F0AAADu;
    n = (n ^ (n >> 15)) * 0x735A2D97u;
    return n ^ (n >> 15);
}

static inline uint64_t advanced(uint64_t state)
{
    return (state & 0xFFFFFFFFu) * 1791398085u + (state >> 32);
}

static inline uint64_t seeded(uint64_t base, uint64_t index)
{
    uint32_t low = scrambled(scrambled(base) ^ scrambled((base >> 32) + 0x6A09E667u));
    uint32_t high = scrambled(low ^ scrambled(index) ^ 0x3C6EF372u);
    low = scrambled(high ^ scrambled((index >> 32) + low));
    uint64_t state = ((uint64_t)(high % (1791398085u - 2) + 1) << 32) | low;
    for (int i = 0; i < 4; i++)
        state = advanced(state);
    return state;
}

static inline uint64_t scaled(uint64_t state, uint32_t size)
{
    return (uint64_t)((uint32_t)state ^ (uint32_t)(state >> 32)) * size;
}

/* Every decision and every luck is one step of the game and enters its checksum. */
static inline void note(struct game *g, uint64_t coded)
{
    g->steps++;
    g->checksum = (g->checksum * 69069 + coded + 1) & 0x7FFFFFFF;
}

static inline uint32_t draw(struct game *g, uint32_t size)
{
    uint64_t state = advanced(g->stream);
    uint64_t product = scaled(state, size);
    if (__builtin_expect((uint32_t)product < size, 0)) {
        uint32_t rejected = -size % size;
        while ((uint32_t)product < rejected) {
            state = advanced(state);
            product = scaled(state, size);
        }
    }
    g->stream = state;
    note(g, product >> 32);
    return product >> 32;
}

static inline uint64_t coded(int kind, int a, int b, int n)
{
    return (uint64_t)kind << 32 | (uint64_t)a << 24 | (uint64_t)b << 16 | (uint64_t)n;
}

/* Holding: masks and sums follow every change. */

static inline void add_armies(struct game *g, int territory, int armies)
{
    int now = g->armies[territory] += armies;
    g->strong = (g->strong & ~bit(territory)) | (mask)(now >= 2) << territory;
    g->on_board[g->owner[territory]] += armies;
}

static inline void assign(struct game *g, int territory, int seat)
{
    g->owner[territory] = seat;
    g->owned[seat] |= bit(territory);
}

static inline bool borders_enemy(const struct tables *t, const struct game *g, int territory)
{
    return t->neighbours[territory] & ~g->owned[g->owner[territory]];
}

static inline bool has_won(const struct game *g, int seat)
{
    return g->goal[seat] && !(g->goal[seat] & ~g->owned[seat]);
}

/* Rolls for an order: the dice of the rolling seats refine the ranks found before. */
static void refine(struct game *g, unsigned rolling, uint32_t throw)
{
    int8_t found[SEATS];
    for (int i = 0; i < g->seats; i++) {
        int die = 0;
        if (rolling >> i & 1) {
            die = throw % 6 + 1;
            throw /= 6;
        }
        found[i] = g->rank[i] * 7 + die;
    }
    for (int i = 0; i < g->seats; i++) {
        mask lower = 0;
        for (int j = 0; j < g->seats; j++)
            if (found[j] < found[i])
                lower |= bit(found[j]);
        g->rank[i] = count(lower);
    }
}

static inline uint32_t power_of_six(int dice)
{
    static const uint32_t powers[] = {1, 6, 36, 216, 1296, 7776, 46656};
    return powers[dice];
}

#endif
