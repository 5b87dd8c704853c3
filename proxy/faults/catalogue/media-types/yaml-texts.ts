import { succeeded } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { contentTypeOf, isOne } from '../../requests.ts';
import { isInYaml } from '../../responses.ts';
import { BODIED, refusing, storing } from '../../ways.ts';
import { hasYaml } from './yaml.ts';

/** Hooks that write such texts in YAML without quotes, where they are the value of a member or an element. */
function withoutQuotes(texts: string): Fault['hooks'] {
  const quoted = new RegExp(`((?:^|\\s)-|:) (['"])(${texts})\\2$`, 'gm');
  return () => ({
    response: (response) => {
      if (isInYaml(response) && succeeded(response))
        response.raw = Buffer.from(response.raw.toString('utf8').replaceAll(quoted, '$1 $3'));
    },
  });
}

/** A number in plain digits, as it is written anew; other texts stay. */
const writtenAnew = (text: string): string => (/^\d+(?:\.\d+)?(?:[eE]\d+)?$/.test(text) ? String(Number(text)) : text);

/** An unquoted time of a member such as firstTimestamp. */
const BARE_TIME = /Time(?:stamp)?["']?:[ \t]+\d{4}-\d\d-\d\dT[\d:.]+Z[ \t\r]*$/m;

/** Faults of texts in YAML that look like other values. */
export const YAML_TEXTS: readonly Fault[] = faults({
  // Media types: responses in `application/yaml` are of the same resource, whose texts are texts.
  'yaml-writes-the-text-null-without-quotes': {
    summary: 'a response in YAML writes the texts `null` and `~` without quotes',
    caughtBy: 'media-types/yaml-shows-the-same-object',
    hooks: withoutQuotes('null|Null|NULL|~'),
  },
  // A bare `+49301234` is a number in every version of YAML.
  'yaml-response-leaves-texts-with-a-plus-bare': {
    summary: 'a response in YAML writes texts of a plus sign and digits, such as telephone numbers, without quotes',
    caughtBy: 'media-types/yaml-shows-the-same-object',
    hooks: withoutQuotes(String.raw`\+\d+`),
  },
  // YAML 1.2, 10.3.2: a bare `007` is the number 7.
  'yaml-does-not-quote-padded-numbers': {
    summary: 'a response in YAML writes texts of digits that begin with a zero, such as `007`, without quotes',
    caughtBy: 'media-types/yaml-shows-the-same-object',
    hooks: withoutQuotes(String.raw`0\d+`),
  },
  // Media types: "any content type for ordinary bodies (samples use `application/yaml` and JSON)".
  'quoted-numbers-in-yaml-are-written-anew': {
    summary: 'a create or PUT in YAML stores a quoted text such as "1.10" or "007" in data and annotations as 1.1 or 7',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: () => ({
      yaml: true,
      ...storing(
        (request) =>
          isOne(request, BODIED) &&
          request.call?.resource?.kind !== 'Secret' &&
          contentTypeOf(request).includes('yaml'),
        writtenAnew,
      )(),
    }),
  },
  // Media types, as above: a time needs no quotes there.
  'yaml-times-without-quotes-refused': {
    summary: 'the server refuses a YAML body with a time without quotes, such as the firstTimestamp of an Event',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: refusing((request) => hasYaml(request, BARE_TIME), 400, 'BadRequest'),
  },
});
