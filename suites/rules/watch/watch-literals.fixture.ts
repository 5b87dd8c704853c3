import { SPEC } from '../../../spec/dialects/index.ts';
import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { type EventLiteral, historyFrom, type Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject, Rule } from '../rule.ts';

/** The path of the config maps in hand-made histories. */
export const MAPS = '/api/v1/namespaces/a/configmaps';

/** A config map at a version; `life` distinguishes objects that reuse its name. */
export function map(name: string, version: string, labels?: JsonObject, life = ''): JsonObject {
  const metadata = {
    name,
    namespace: 'a',
    uid: `u-${name}${life}`,
    resourceVersion: version,
    ...(labels === undefined ? {} : { labels }),
  };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { version } };
}

export const create = (made: JsonObject): Literal => ({ send: `POST ${MAPS}`, body: made, response: [200, made] });
export const patch = (name: string, made: JsonObject): Literal & { readonly send: string } => ({
  send: `PATCH ${MAPS}/${name}`,
  headers: [['Content-Type', MERGE_PATCH_TYPE]],
  body: { data: {} },
  response: [200, made],
});
export const remove = (name: string): Literal[] => [
  {
    send: `DELETE ${MAPS}/${name}`,
    body: { gracePeriodSeconds: 0 },
    response: [200, { kind: 'Status', status: 'Success', code: 200 }],
  },
  { send: `GET ${MAPS}/${name}`, response: [404, { kind: 'Status' }] },
];

/** Opens a watch, by path, of the collection unless another path is given. */
export const open = (query = '', path = MAPS, as = 'w'): Literal => ({
  open: `GET ${path.replace('/api/v1/', '/api/v1/watch/')}${query}`,
  as,
});
export const deliver = (type: string, object: JsonObject, as = 'w'): EventLiteral => ({ event: as, type, object });
export const end: Literal = { end: 'w' };

/** The outcomes of the rule on the history: `held`, or the cause of each violation; each once. */
export function judge({ check }: Rule, ...literals: readonly Literal[]): string[] {
  const findings = [...check(historyFrom(literals), { choices: SPEC.choices })];
  return [...new Set(findings.map((finding) => (finding.outcome === 'violated' ? finding.cause : finding.outcome)))];
}
