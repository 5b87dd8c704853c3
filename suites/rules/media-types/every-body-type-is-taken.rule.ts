import {
  JSON_PATCH_TYPE,
  MERGE_PATCH_TYPE,
  STRATEGIC_MERGE_PATCH_TYPE,
  JSON_TYPE,
  YAML_TYPE,
} from '../../../spec/surface/media-types.ts';
import { CHARSET } from '../../checks/media/charset.ts';
import { isServed, refusedForms } from '../../checks/media/refused-forms.ts';
import { judgeStoredAsSent } from '../../checks/media/stored-as-sent.ts';
import { objectLacks } from '../../checks/media/whole-responses.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc, operationsOf } from '../cases.ts';
import { responseOf, held, violated } from '../judging.ts';
import type { Finding, History, Operation, Rule, Template } from '../rule.ts';
import { type RequestForm, inEachFormAndRead } from './each-form.ts';

export const rule: Rule = {
  id: 'media-types/every-body-type-is-taken',
  level: 'must',
  impact: 'content',
  title:
    'A write has the same effect and response in each media type that it can have: JSON, JSON with a charset and YAML, or the three patch types.',
  cites: ['media-types.requests.1', 'media-types.requests.2', 'media-types.patch.1'],
  operations: operationsOf(['create', 'replace', 'replaceStatus', 'delete', 'patch', 'patchStatus']),
  cases: (operation) => fc.constant(inEachFormAndRead(operation, formsOf(operation))),
  check,
  sweep: true,
};

const BODIES: readonly RequestForm[] = [JSON_TYPE, `${JSON_TYPE}${CHARSET}`, YAML_TYPE].map((contentType) => ({
  contentType,
}));
const MERGES: readonly RequestForm[] = [MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE].map((contentType) => ({
  contentType,
}));
const RELABEL: Template = [{ op: 'add', path: '/metadata/labels/exercised', value: 'yes' }];
const TEST: Template = [{ op: 'test', path: '/metadata/name', value: '{{a}}' }];

function formsOf({ verb }: Operation): readonly RequestForm[] {
  if (verb !== 'patch' && verb !== 'patchStatus') return BODIES;
  return [...MERGES, { contentType: JSON_PATCH_TYPE, body: verb === 'patch' ? RELABEL : TEST }];
}

/** Judges only its own cases, whose bodies differ only by their media type. */
function* check(history: History): Iterable<Finding> {
  const refused = refusedForms(history, rule.id, 'content-type');
  const own = history.exchanges
    .filter(({ call, request }) => call !== undefined && request.method !== 'GET')
    .filter((exchange) => sentFor(exchange, rule.id));
  for (const exchange of own) {
    const type = exchange.request.headers.get('content-type') ?? 'none';
    if (refused.has(exchange.id))
      yield violated(exchange, `success of a body of type ${type}`, responseOf(exchange), `${type} is refused`);
    else if (isServed(exchange)) yield held(exchange, type);
  }
  const ids = new Set(own.map(({ id }) => id));
  for (const { exchange, expected, actual } of objectLacks({ exchanges: own }))
    yield violated(exchange, expected, actual, 'the answer is not the object');
  for (const finding of judgeStoredAsSent(history, { type: YAML_TYPE, name: 'YAML' }))
    if (finding.outcome === 'violated' && ids.has(finding.exchange)) yield finding;
}
