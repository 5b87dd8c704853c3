import { succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest } from '../../fault.ts';
import { equalityOf, requirementsOf, textsOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { acceptOf, isPlainList, selects } from '../../requests.ts';
import { keepItems } from '../../responses.ts';
import { asking } from '../../ways.ts';

/** Sets a selector of a request to the requirements that are left, if there are any. */
function setSelector({ query }: FaultyRequest, name: string, requirements: readonly string[]): void {
  if (requirements.length > 0) query.set(name, requirements.join(','));
  else query.delete(name);
}

/** How many characters of a selector are read. */
const READ = 1_024;

/** The requirements of a selector that end within the characters that are read. */
function requirementsRead(selector: string): string[] {
  let length = 0;
  return requirementsOf(selector).filter((requirement) => {
    length += requirement.length + 1;
    return length <= READ + 1;
  });
}

/** Faults of lists that ignore a part of their selectors. */
export const IGNORED_PARTS: readonly Fault[] = faults({
  'absence-of-a-prefixed-key-is-not-required': {
    summary: 'a list ignores a requirement of absence whose key has a prefix, such as `!example.com/text`',
    caughtBy: 'selectors/existence-selects-exactly',
    hooks: asking(
      (request) => isPlainList(request) && selects(request),
      (request) => {
        const requirements = requirementsOf(request.query.get('labelSelector') ?? '');
        const kept = requirements.filter((requirement) => !/^\s*!\s*[^,()\s]+\//.test(requirement));
        if (kept.length < requirements.length) setSelector(request, 'labelSelector', kept);
      },
    ),
  },
  'list-of-all-namespaces-by-labels-ignores-the-field-of-the-namespace': {
    summary: 'a list of all namespaces with a label selector ignores metadata.namespace in its field selector',
    caughtBy: 'selectors/label-and-field-selectors-both-restrict',
    hooks: asking(
      (request) => isPlainList(request) && request.call?.namespace === undefined && selects(request),
      (request) => {
        const fields = (request.query.get('fieldSelector') ?? '').split(',').filter((field) => field !== '');
        const kept = fields.filter((field) => !/^\s*metadata\.namespace\s*!?=/.test(field));
        if (kept.length < fields.length) setSelector(request, 'fieldSelector', kept);
      },
    ),
  },
  'label-selectors-are-read-to-1024-characters': {
    summary: 'a list ignores the requirements of a label selector after its first 1,024 characters',
    caughtBy: 'selectors/conditions-must-all-hold',
    hooks: asking(
      (request) => isPlainList(request) && (request.query.get('labelSelector') ?? '').length > READ,
      (request) => setSelector(request, 'labelSelector', requirementsRead(request.query.get('labelSelector') ?? '')),
    ),
  },
  'values-of-labels-are-compared-without-case': {
    summary: 'a list by `key=value` also shows the objects whose value differs from that one only in case',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: () => {
      const selected = new WeakMap<FaultyRequest, readonly [key: string, value: string]>();
      return {
        request: (request) => {
          const equality = equalityOf(request);
          if (!isPlainList(request) || equality === undefined || equality[1] === '') return;
          if (/yaml|protobuf/.test(acceptOf(request))) return;
          selected.set(request, equality);
          request.query.set('labelSelector', equality[0]);
        },
        response: (response, request) => {
          const equality = selected.get(request);
          if (equality === undefined || !succeeded(response)) return;
          const [key, value] = equality;
          keepItems(response, (item) => {
            const found = textsOf(item, 'labels')[key];
            return typeof found === 'string' && found.toLowerCase() === value.toLowerCase();
          });
        },
      };
    },
  },
});
