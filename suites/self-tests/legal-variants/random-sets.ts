import type { ListedVariant } from '../../../shared/verdict-log/kill-matrix.ts';
import { seedFor, shuffled } from '../../engine/amount.ts';

/** Variants that one server has at the same time. */
export interface VariantSet {
  readonly dialect: string;
  /** The one next to the server first. */
  readonly variants: readonly ListedVariant[];
}

/** Every third set has three variants, the others have two. */
const THREE_IN = 3;

/** A set for each variant. */
export function eachAlone(variants: readonly ListedVariant[]): readonly VariantSet[] {
  return variants.map((variant) => ({ dialect: variant.dialect, variants: [variant] }));
}

/**
 * Random sets of two or three variants of one dialect, the same for the same seed. Members stand in the opposite order
 * of the list, which begins with what is on the wire: bytes and connections are the outermost thing of a server.
 */
export function randomSets(variants: readonly ListedVariant[], count: number, seed: number): readonly VariantSet[] {
  return Array.from({ length: count }, (_, place) => {
    const all = shuffled(variants, seedFor(seed, 'set', String(place)), ({ name }) => name);
    const dialect = all[0]?.dialect ?? 'spec';
    const drawn = new Set(
      all.filter((variant) => variant.dialect === dialect).slice(0, place % THREE_IN === 0 ? 3 : 2),
    );
    return { dialect, variants: variants.filter((variant) => drawn.has(variant)).toReversed() };
  });
}
