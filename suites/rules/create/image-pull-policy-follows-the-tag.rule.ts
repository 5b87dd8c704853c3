import * as fc from 'fast-check';
import type { Operation } from '../../../spec/surface/operations.ts';
import { judgeDefaults } from '../../checks/filled-defaults.ts';
import type { Edit, Program } from '../../drivers/program.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** Repositories with and without a registry port, `latest` among their names, each with tags and digests that do and do not say latest. */
const IMAGES = ['app', 'latest', 'team/app', 'registry.example:5000/app', 'registry.example:5000/team/latest'].flatMap((repository) => [
  `${repository}:latest`,
  `${repository}:1.0`,
  `${repository}:latest-1`,
  `${repository}@${DIGEST}`,
  `${repository}:latest@${DIGEST}`,
  `${repository}:1.0@${DIGEST}`,
]);

const patternsOf = inPodSpec(['containers', '*', 'imagePullPolicy'], ['initContainers', '*', 'imagePullPolicy']);

export const rule: Rule = {
  id: 'create/image-pull-policy-follows-the-tag',
  level: 'must',
  title: 'A container that names no imagePullPolicy has Always when the tag of its image is latest, else IfNotPresent.',
  cites: ['container.image-pull-policy.2', 'container.image-pull-policy.3'],
  operations: POD_CREATES,
  cases: (operation) => fc.tuple(fc.constantFrom(...IMAGES), fc.constantFrom(...IMAGES), fc.option(fc.constantFrom('Always', 'Never', 'IfNotPresent'))).map((drawn) => program(operation, ...drawn)),
  check: (history, context) => judgeDefaults(history, context, patternsOf),
  least: 20,
};

function program(operation: Operation, image: string, initImage: string, policy: string | null): Program {
  return createEdited(
    operation,
    patternsOf(resourceOf(operation)).flatMap((pattern): Edit[] => {
      const [container, init] = [pointerTo(pattern.slice(0, -1)), pattern.includes('initContainers')];
      const named = { name: init ? 'first' : 'c', image: init ? initImage : image, ...(policy === null ? {} : { imagePullPolicy: policy }) };
      return [{ set: container.replace(/\/0$/, ''), to: [named] }];
    }),
  );
}
