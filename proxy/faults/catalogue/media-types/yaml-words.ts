import { containersOf, eachText, metadataOf } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isInYaml } from '../../responses.ts';
import { BODIED, membersOf, sending } from '../../ways.ts';

/** Texts that are booleans in YAML 1.1 if they are not quoted. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['yes', 'true'],
  ['on', 'true'],
  ['no', 'false'],
  ['off', 'false'],
]);

const flagOr = (text: string): string => FLAGS.get(text.toLowerCase()) ?? text;

/** Writes the words of YAML 1.1 for booleans as these, in data, annotations and environment variables. */
function resolveWords(body: Bendable): void {
  eachText(body['data'], flagOr);
  eachText(metadataOf(body)['annotations'], flagOr);
  for (const container of containersOf(body))
    for (const variable of membersOf(container, 'env'))
      if (typeof variable['value'] === 'string') variable['value'] = flagOr(variable['value']);
}

/** Faults of words in bodies in YAML. */
export const YAML_WORDS: readonly Fault[] = faults({
  'quoted-yes-and-no-in-yaml-become-flags': {
    summary: 'a create or PUT in YAML stores a quoted "yes", "no", "on" or "off" as true or false',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    hooks: () => ({
      ...sending(BODIED, (body, request) => void (isInYaml(request) && resolveWords(body)))(),
      yaml: true,
    }),
  },
});
