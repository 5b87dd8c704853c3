import type { Impact } from '../../shared/verdict-log/impact.ts';
import type { Family } from './rule.ts';

const OF_FAMILY: Readonly<Record<Family, Impact>> = {
  concurrency: 'data',
  'control-loops': 'content',
  create: 'content',
  delete: 'data',
  'delete-collection': 'data',
  discovery: 'form',
  get: 'content',
  list: 'content',
  'media-types': 'form',
  patch: 'content',
  replace: 'content',
  selectors: 'content',
  status: 'content',
  validation: 'content',
  watch: 'events',
  world: 'content',
};

/** Rules whose impact differs from that of their family. */
export const OTHER_IMPACTS: Readonly<Record<string, Impact>> = {
  'create/answer-has-kind-and-version-of-its-path': 'form',
  'create/client-cannot-choose-the-self-link': 'form',
  'create/created-object-is-announced': 'events',
  'create/creation-timestamp-is-rfc-3339': 'form',
  'create/self-link-is-the-path': 'form',
  'create/success-has-the-stated-status': 'form',
  'create/uid-has-uuid-form': 'form',
  'delete-collection/answers-a-status': 'form',
  'delete-collection/body-is-optional': 'content',
  'delete-collection/is-told-to-watches': 'events',
  'delete-collection/takes-the-list-parameters': 'content',
  'delete/answers-a-status-of-success': 'form',
  'delete/marking-is-told-to-watches': 'events',
  'delete/takes-the-pretty-parameter': 'form',
  'get/self-link-is-the-path': 'form',
  'list/carries-list-metadata': 'form',
  'list/version-moves-with-each-write': 'events',
  'media-types/every-body-type-is-taken': 'content',
  'media-types/protobuf-bodies-are-stored-as-sent': 'content',
  'media-types/protobuf-refuses-what-json-does': 'data',
  'media-types/protobuf-shows-the-same-object': 'content',
  'media-types/protobuf-watches-tell-the-same-events': 'events',
  'media-types/yaml-bodies-are-stored-as-sent': 'content',
  'media-types/yaml-delete-options-are-read': 'data',
  'media-types/yaml-refuses-what-json-does': 'data',
  'media-types/yaml-shows-the-same-object': 'content',
  'patch/failing-test-leaves-no-trace': 'data',
  'patch/parallel-patches-lose-nothing': 'data',
  'patch/success-is-answered-200': 'form',
  'replace/at-most-one-of-several-wins': 'data',
  'replace/stale-version-is-refused': 'data',
  'replace/success-is-answered-200': 'form',
  'status/at-most-one-of-several-wins': 'data',
  'status/stale-version-is-refused': 'data',
  'validation/bad-input-is-never-a-server-error': 'form',
  'world/keeps-answering': 'data',
  'world/refused-write-leaves-no-trace': 'data',
  'world/self-links-name-their-object': 'form',
  'world/untouched-objects-stay-untouched': 'data',
};

/** What a client suffers if the rule with that id is broken. */
export function impactOf(rule: `${Family}/${string}`): Impact {
  return OTHER_IMPACTS[rule] ?? OF_FAMILY[rule.slice(0, rule.indexOf('/')) as Family];
}
