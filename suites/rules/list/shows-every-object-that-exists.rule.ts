import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeWholeLists } from '../../checks/list/whole-lists.ts';
import { differentNames } from '../../generators/names.ts';
import {
  AT_ONCE,
  eachInTurn,
  type Extra,
  fc,
  inTurn,
  minimalObject,
  resourceOf,
  type Steps,
  stepsOn,
} from '../cases.ts';
import { longObject } from '../awkward-contents.ts';
import { heldObject, release } from '../held-object.ts';
import { many } from '../many.ts';
import type { Program, Rule } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/shows-every-object-that-exists',
  level: 'must',
  title:
    'A list without selectors shows every object of its kind and namespaces that exists, whatever its other parameters.',
  cites: ['semantics.7.1', 'semantics.7.3', 'parameters.list.include-uninitialized', 'parameters.list.timeout-seconds'],
  operations: LISTS,
  cases: (operation) => {
    const [here, there] = [stepsOn(resourceOf(operation)), stepsOn(resourceOf(operation), 'ns11')];
    // A get on either side of the lists proves that the object existed.
    const held: Program = here.resource.namespaced
      ? [here.create(heldObject(here, '{{h}}')), here.remove('{{h}}', { body: AT_ONCE }), here.get('{{h}}')]
      : [];
    const released: Program = here.resource.namespaced ? [here.get('{{h}}'), release(here, '{{h}}')] : [];
    const few = fc
      .tuple(
        differentNames(3),
        fc.integer({ min: 0, max: 3 }),
        inTurn<Extra>(
          {},
          { query: { includeUninitialized: 'true' } },
          { query: { timeoutSeconds: '30' } },
          { accept: YAML_TYPE },
          { query: { includeUninitialized: 'false', pretty: 'true', timeoutSeconds: '2147483647' } },
        ),
      )
      .map(([names, split, extra]): Program => [
        ...held,
        ...names.map((name, index) => (index < split ? here : there).create(minimalObject(here.maker, name))),
        ...finished(here, names.slice(0, split)),
        ...(extra.query === undefined ? [here.create(longObject(here, '{{long}}'))] : []),
        listBy(operation, here, extra),
        listBy(operation, there, extra),
        ...released,
      ]);
    return here.resource.id === BULKY
      ? eachInTurn(few, fc.constant<Program>([many(here), listBy(operation, here)]))
      : few;
  },
  check: judgeWholeLists,
};

/** Pods that have ended: they exist until somebody deletes them. */
function finished(on: Steps, names: readonly string[]): Program {
  if (on.resource.kind !== 'Pod') return [];
  return names.map((name, index) =>
    on.patchStatus(name, { status: { phase: index % 2 === 0 ? 'Succeeded' : 'Failed' } }),
  );
}

/** A case may make many objects of this kind, because no controller acts on it. */
const BULKY = 'configmaps';
