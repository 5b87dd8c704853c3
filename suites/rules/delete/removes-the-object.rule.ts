import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { deletions, isHeld, mustBeGone, queryCounts } from '../../checks/delete/deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { type Extra, fc, minimalObject, objectOf, AT_ONCE, offers, resourceOf, stepsOn } from '../cases.ts';
import { succeeded, held, violated } from '../judging.ts';
import { PREFERS_PROTOBUF } from '../prefers-protobuf.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES, deleteAndRead } from './delete-cases.ts';

const FORMS: readonly Extra[] = [
  { accept: YAML_TYPE },
  { accept: PREFERS_PROTOBUF },
  { query: { pretty: 'true' } },
  { query: { export: 'true' } },
];

export const rule: Rule = {
  id: 'delete/removes-the-object',
  level: 'must',
  title:
    'Once the delete of a plain object, or of a pod without a grace period, is acknowledged, no read by any path shows it.',
  cites: ['semantics.6.1', 'parameters.delete.grace-period-seconds.2', 'what-the-service-does.1'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.oneof(objectOf(on.maker)).map((object) => [
      // A server may keep what it has sent in this form.
      ...deleteAndRead(on, on.remove('{{a}}', { body: AT_ONCE }), object),
      on.create(minimalObject(on.maker, '{{b}}')),
      ...FORMS.map((form) => on.get('{{b}}', form)),
      on.remove('{{b}}', { body: AT_ONCE }),
      ...FORMS.map((form) => on.get('{{b}}', form)),
      ...(offers(on.resource, 'getStatus') ? [on.getStatus('{{b}}')] : []),
    ]);
  },
  check,
};

function* check(recorded: History, { choices }: CheckContext): Iterable<Finding> {
  const history = withProtobufRead(recorded);
  const observed = observedStateOf(history);
  for (const deletion of deletions(history)) {
    const { exchange, key, before, options } = deletion;
    if (!succeeded(exchange) || !mustBeGone(deletion) || !queryCounts(exchange, choices)) continue;
    const again = observed
      .observationsOf(key)
      .find(({ began, uid, content }) => began > exchange.ended && uid === before.uid && !isHeld(content, options));
    if (again !== undefined)
      yield violated(
        exchange,
        `${key.name} is gone`,
        `${again.exchange.request.method} ${again.exchange.request.path} shows it`,
        `still there in a ${again.source}`,
      );
    for (const { where } of freshReadsAfter(history, observed, key, exchange).filter(({ seen }) => seen === undefined))
      yield held(exchange, `gone from ${where}`);
  }
}
