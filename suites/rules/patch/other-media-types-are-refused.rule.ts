import { JSON_TYPE, PATCH_TYPES, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { stateBefore } from '../../checks/fresh-reads.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import { callsOf, keyCalled } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';

const OTHERS = [
  JSON_TYPE,
  YAML_TYPE,
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/patch+json',
  'application/apply-patch+yaml',
  'application/merge-patch',
  'application/octet-stream',
] as const;

export const rule: Rule = {
  id: 'patch/other-media-types-are-refused',
  level: 'must',
  negative: true,
  title: 'A PATCH of any but the three media types is refused and leaves no trace.',
  cites: ['media-types.patch.2'],
  operations: operationsOf(['patch', 'patchStatus']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const patch = operation.verb === 'patch' ? on.patch : on.patchStatus;
    const text = '{"metadata":{"annotations":{"patched":"yes"}}}';
    const patches = OTHERS.map((contentType) => patch('{{a}}', '', { text, contentType }));
    return fc.constant(writeAndRead(on, minimalObject(on.maker, '{{a}}'), patches, 0));
  },
  check,
  sweep: true,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'patch', 'patchStatus')) {
    const mediaType = requestType(exchange);
    const key = keyCalled(exchange);
    // Without a media type a server may assume one of the three.
    const hasType = (exchange.request.headers.get('content-type') ?? '') !== '';
    if (!hasType || PATCH_TYPES.includes(mediaType) || stateBefore(observed, key, exchange) === undefined) continue;
    yield* judgeRefusal(history, { exchange, key, what: `a PATCH of type ${mediaType}`, shape: mediaType });
  }
}
