import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_CODEC } from './codecs.ts';
import { hasExactNames, type Offer } from './negotiation.ts';
import { renderingVersions } from './rendering.ts';

/** The formats for each sort of response. */
export interface Offers {
  /** Values other than API objects, such as the version. */
  readonly value: Offer;
  readonly object: Offer;
  /** Read objects, which later clients can request in other shapes. */
  readonly read: Offer;
  readonly stream: Offer;
}

/** The offers of a dialect. */
export function offersOf(choices: DialectChoices): Offers {
  const names = {
    ranges: choices['media-types.ranges'] !== 'refused',
    exact: hasExactNames(choices),
    firstDecides: choices['media-types.renderings'] === 'alpha-only',
  };
  const renderings = renderingVersions(choices);
  const isJsonAlone = choices['media-types.version'] === 'json';
  const object: Offer = { codec: () => true, ...names };
  return {
    value: {
      codec: (codec) => (isJsonAlone ? codec === JSON_CODEC : codec.takesAnyValue),
      ...names,
      firstDecides: false,
    },
    object,
    read: { ...object, renderings },
    stream: { codec: ({ stream }) => stream !== undefined, renderings, ...names },
  };
}
