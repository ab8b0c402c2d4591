// Arrow keys on the map: from one territory to the nearest one in that direction.
// @ts-check

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The territory an arrow key leads to, or null: the nearest counter within 60 degrees of that direction. */
export function nearestInDirection(map, from, key) {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const places = new Map([...map.querySelectorAll(".counter")].map((counter) => [counter.dataset.territory, placeOf(counter)]));
  const [x, y] = places.get(from);
  let best = null;
  let least = Infinity;
  for (const [id, [toX, toY]] of places) {
    const along = (toX - x) * direction[0] + (toY - y) * direction[1];
    const aside = Math.abs((toX - x) * direction[1]) + Math.abs((toY - y) * direction[0]);
    const cost = along + 2 * aside;
    if (along > 0 && aside <= along * Math.sqrt(3) && cost < least) {
      best = id;
      least = cost;
    }
  }
  return best;
}

function placeOf(counter) {
  const { e, f } = counter.transform.baseVal.consolidate().matrix;
  return [e, f];
}
