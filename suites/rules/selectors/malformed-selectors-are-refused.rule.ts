import { parseFieldSelector } from '../../oracle/objects/field-selector.ts';
import { parseLabelSelector } from '../../oracle/objects/label-selector.ts';
import { inTurn } from '../cases.ts';
import { responseOf, callsOf, rejected, succeeded, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { listBy, objectsWith, SELECTING } from './selection-cases.ts';

const MALFORMED: readonly Readonly<Record<string, string>>[] = [
  ...['a=b=c', 'a in (b', 'a in b', 'a in', '=b', '!', 'a=b,,c=d', 'a b', '(a)', '{"a":"b"}', 'a!!=b'].map(
    (labelSelector) => ({ labelSelector }),
  ),
  ...['metadata.name', '=x', 'metadata.name in (a)'].map((fieldSelector) => ({ fieldSelector })),
];

export const rule: Rule = {
  id: 'selectors/malformed-selectors-are-refused',
  level: 'should',
  negative: true,
  title: 'A malformed selector is refused: it does not select everything or nothing.',
  cites: ['parameters.list.label-selector', 'parameters.list.field-selector', 'errors.6'],
  operations: SELECTING,
  cases: (operation) =>
    inTurn(...MALFORMED).map((query) => [...objectsWith(operation, [{ a: 'b' }]), listBy(operation, query)]),
  check,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    const { query } = exchange.request;
    const [labels, fields] = [query.get('labelSelector') ?? '', query.get('fieldSelector') ?? ''];
    // Some servers support greater and less in labels, and in fields an empty term between two commas or = in a value.
    const unread =
      parseLabelSelector(labels) === undefined && !/[<>]/.test(labels)
        ? labels
        : parseFieldSelector(fields) === undefined && !/^,|,,|,$|[^,!=]!?==?[^,=]+=/.test(fields)
          ? fields
          : undefined;
    if (unread === undefined) continue;
    if (succeeded(exchange)) yield violated(exchange, `a refusal of ${show(unread)}`, responseOf(exchange), 'accepted');
    else if (rejected(exchange)) yield held(exchange, show(unread));
  }
}
