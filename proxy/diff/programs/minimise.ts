import { closureOf, type Needs } from './dependencies.ts';

/** The most parts of a recording that are tried for one cause. */
const MOST_TRIES = 60;

export interface Minimised {
  readonly exchanges: readonly number[];
  readonly tries: number;
}

/**
 * The smallest part of a recording that still satisfies `shows`, by delta debugging over its dependency graph: parts
 * are removed with all dependent exchanges, larger ones first. `all` are the exchanges in order, `around` the one
 * with the difference. If the tries run out, the result may not be minimal. `undefined` if `shows` never holds
 * again.
 */
export async function minimised(
  all: readonly number[],
  around: number,
  needs: Needs,
  shows: (part: ReadonlySet<number>) => Promise<boolean>,
): Promise<Minimised | undefined> {
  const spent = { tries: 0 };
  const attempt = async (part: ReadonlySet<number>): Promise<boolean> => {
    spent.tries += 1;
    return shows(part);
  };
  let kept: ReadonlySet<number> = closureOf([around], needs);
  if (!(await attempt(kept))) {
    kept = new Set(all);
    if (!(await attempt(kept))) return undefined;
  }
  for (let size = Math.ceil(kept.size / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    const order = all.filter((id) => kept.has(id)).reverse();
    for (let from = 0; from < order.length && spent.tries < MOST_TRIES; from += size) {
      const rest = without(kept, new Set(order.slice(from, from + size)), needs);
      if (rest.size > 0 && rest.size < kept.size && (await attempt(rest))) kept = rest;
    }
  }
  return { exchanges: all.filter((id) => kept.has(id)), tries: spent.tries };
}

/** The rest without some exchanges and their dependents. */
function without(kept: ReadonlySet<number>, gone: ReadonlySet<number>, needs: Needs): Set<number> {
  return new Set([...kept].filter((id) => [...closureOf([id], needs)].every((each) => !gone.has(each))));
}
