import { eachText } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { toUrlAlphabet } from '../../url-alphabet.ts';
import { framing } from '../../ways.ts';

/** The beginning of a frame of a watch. */
const FRAME = /^\{"(?:type":"[A-Z]+","object|object)":/;

/** The bytes of a text in ISO-8859-1, with question marks for what it does not have. */
const inLatin1 = (text: string): Buffer =>
  Buffer.from([...text].map((character) => (character > '\u00ff' ? '?' : character)).join(''), 'latin1');

/** Faults of the encoding of a watch, and of the data in it. */
export const ENCODING: readonly Fault[] = faults({
  'watch-is-written-in-latin-1': {
    summary: 'the frames of a watch in JSON are encoded in ISO-8859-1, other responses in UTF-8',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: () => ({
      parts: (bytes) => {
        const text = bytes.toString('utf8');
        return [FRAME.test(text) ? inLatin1(text) : bytes];
      },
    }),
  },
  // Events 2: "`object` is the full resource", as a get shows it.
  'watch-encodes-secrets-for-urls': {
    summary: 'a watch writes the data of a Secret in the base64 of URLs, with - and _ in place of + and /',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: framing((frame) => {
      if (frame.object['kind'] === 'Secret') eachText(frame.object['data'], toUrlAlphabet);
      return [frame];
    }),
  },
});
