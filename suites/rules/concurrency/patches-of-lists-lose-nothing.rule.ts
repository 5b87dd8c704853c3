import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeAppendedElements } from '../../checks/linearizability/appended-elements.ts';
import { judgeDeletedElements } from '../../checks/linearizability/deleted-elements.ts';
import { judgeLostNonces } from '../../checks/linearizability/lost-nonces.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { nest } from '../../generators/nest.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { fc, inTurn, minimalObject, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { atOnce } from '../bystander-case.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { PatchForm } from '../patch-form.ts';
import type { Finding, History, JsonObject, Operation, Program, Rule, Step } from '../rule.ts';

/**
 * Patches that each add one element to a list of a pod spec, or delete one, by the merge key of that list (document,
 * PodSpec and Container).
 */
const ADDS: readonly ((nonce: string) => JsonObject)[] = [
  (nonce) => ({ containers: [{ name: 'c', env: [{ name: nonce, value: `mark-${nonce}` }] }] }),
  (nonce) => ({ containers: [{ name: 'c', env: [{ name: `gone_${nonce}`, $patch: 'delete' }] }] }),
  (nonce) => ({ volumes: [{ name: `mark-${nonce}`, emptyDir: {} }] }),
  (nonce) => ({ imagePullSecrets: [{ name: `mark-${nonce}` }] }),
  (nonce) => ({
    containers: [{ name: 'c', volumeMounts: [{ mountPath: `/${nonce}`, name: `mark-${nonce}` }] }],
    volumes: [{ name: `mark-${nonce}`, emptyDir: {} }],
  }),
];

const NONCES = ['l0', 'l1', 'l2', 'l3', 'l4', 'l5'] as const;

/** Patches of a template's pod spec, and JSON operations in it. */
function addsTo(spec: readonly string[]): readonly ((nonce: string) => PatchForm)[] {
  return [
    ...ADDS.map((add) => (nonce: string): PatchForm => ({
      body: nest(spec, add(nonce)),
      contentType: STRATEGIC_MERGE_PATCH_TYPE,
    })),
    (nonce): PatchForm => ({
      body: [{ op: 'add', path: pointer([...spec, 'containers', 0, 'args', '-']), value: `mark-${nonce}` }],
      contentType: JSON_PATCH_TYPE,
    }),
  ];
}

export const rule: Rule = {
  id: 'concurrency/patches-of-lists-lose-nothing',
  level: 'must',
  title:
    'If patches add elements to the same lists and delete others in parallel, every element that an acknowledged patch added is there afterwards, as often as it was added, and none that it deleted.',
  cites: ['semantics.4.1', 'semantics.4.2', 'semantics.4.3', 'semantics.5.1'],
  operations: operationsOf(['patch'], ({ kind }) => MUTABLE[kind].template !== undefined),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    const spec = [...(MUTABLE[on.resource.kind].template ?? []), 'spec'];
    const made = {
      $edit: minimalObject(on.maker, '{{a}}'),
      with: [
        { set: pointer([...spec, 'containers', 0, 'args']), to: ['first'] },
        { set: pointer([...spec, 'containers', 0, 'env']), to: NONCES.map((nonce) => ({ name: `gone_${nonce}` })) },
      ],
    };
    const turn = inTurn(...addsTo(spec));
    // Two of each kind, because patches of different kinds seldom spoil each other.
    return fc
      .array(turn, { minLength: 2, maxLength: NONCES.length / 2 })
      .map((chosen) => [...chosen, ...chosen])
      .map((adds) => [
        on.create(made),
        {
          do: 'together',
          branches: adds.map((add, n) => {
            const { body, contentType } = add(NONCES[n] ?? '');
            return [(n % 3 === 2 ? other : on).patch('{{a}}', body, { contentType })];
          }),
        },
        ...appended(operation, pointer([...spec, 'containers', 0, 'args'])),
        on.get('{{a}}'),
        on.list(),
      ]);
  },
  check,
  least: 2,
};

/** Four clients append to one list, two of them the same text, while a fifth writes another member. */
function appended(operation: Operation, args: string): Program {
  const on = stepsOn(resourceOf(operation));
  const json = { contentType: JSON_PATCH_TYPE };
  const append = (value: string): Step => on.patch('{{s}}', [{ op: 'add', path: `${args}/-`, value }], json);
  return [
    on.create({ $edit: minimalObject(on.maker, '{{s}}'), with: [{ set: args, to: ['first'] }] }),
    on.get('{{s}}'),
    atOnce([
      ...['twin', 'own', 'twin', 'other'].map(append),
      on.patch('{{s}}', { metadata: { labels: { beside: 'yes' } } }),
    ]),
    on.get('{{s}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  yield* judgeAppendedElements(history);
  yield* judgeLostNonces(history, 'patch');
  yield* judgeDeletedElements(history);
}
