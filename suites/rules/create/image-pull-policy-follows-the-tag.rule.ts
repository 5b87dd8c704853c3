import { judgeCreated } from '../../checks/create/creations.ts';
import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import { defaultPullPolicy } from '../../oracle/objects/documented-defaults.ts';
import { textAt } from '../../oracle/json.ts';
import { allContainers } from '../../oracle/objects/pod-specs.ts';
import type { Edit } from '../../program/program.ts';
import { fc, resourceOf } from '../cases.ts';
import { show } from '../judging.ts';
import type { CheckContext, Finding, History, Operation, Program, Rule, Template } from '../rule.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** Repositories with and without a registry and a port; some names contain `latest`. */
const REPOSITORIES = [
  'app',
  'latest',
  'team/app',
  'registry.example/app',
  'registry.example:5000/app',
  'registry.example:5000/team/latest',
];

/** Suffixes of the repository: tags and digests with and without `latest`, or nothing. */
const ENDINGS = [':latest', ':1.0', ':latest-1', ':not-latest', ':Latest', `@${DIGEST}`, `:latest@${DIGEST}`, ''];

const patternsOf = inPodSpec(['containers', '*', 'imagePullPolicy'], ['initContainers', '*', 'imagePullPolicy']);

export const rule: Rule = {
  id: 'create/image-pull-policy-follows-the-tag',
  level: 'must',
  title:
    'A container that names no imagePullPolicy has Always when the tag of its image is latest, else IfNotPresent; the port of a registry is no tag.',
  cites: ['container.image-pull-policy.2', 'container.image-pull-policy.3'],
  operations: POD_CREATES,
  cases: (operation) =>
    fc
      .array(fc.tuple(fc.constantFrom(...REPOSITORIES), fc.constantFrom(...ENDINGS)), { minLength: 3, maxLength: 6 })
      .map((images) =>
        program(
          operation,
          images.map((parts) => parts.join('')),
        ),
      ),
  check,
  least: 8,
};

/**
 * Creates an object whose containers have these images, and whose init containers have them in reverse order. The
 * last container has an explicit policy.
 */
function program(operation: Operation, images: readonly string[]): Program {
  const containers = (name: string, used: readonly string[]): Template[] => [
    ...[...used, 'app', 'registry.example:5000/app'].map((image, index) => ({ name: `${name}${index}`, image })),
    { name: `${name}-set`, image: 'app:latest', imagePullPolicy: 'Never' },
  ];
  return createEdited(
    operation,
    patternsOf(resourceOf(operation)).map((pattern): Edit => {
      const init = pattern.includes('initContainers');
      return {
        set: pointerTo(pattern.slice(0, -2)),
        to: init ? containers('i', images.toReversed()) : containers('c', images),
      };
    }),
  );
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* judgeDefaults(history, context, patternsOf, {
    decidedBy: (container) => `of image ${show(textAt(container, 'image'))}`,
  });
  yield* judgeTagless(history);
}

/**
 * The document leaves open which policy an image without tag and digest gets, but its registry must make no
 * difference.
 */
function judgeTagless(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    const { kind } = creation.exchange.call.resource;
    const unset = new Set(
      allContainers(kind, creation.sent)
        .filter((container) => (container['imagePullPolicy'] ?? '') === '')
        .map((container) => container['name']),
    );
    const tagless = allContainers(kind, object).filter(
      (container) =>
        unset.has(container['name'] ?? null) && defaultPullPolicy(textAt(container, 'image') ?? '') === undefined,
    );
    const policies = [...new Set(tagless.map((container) => textAt(container, 'imagePullPolicy')))];
    if (tagless.length < 2) return;
    yield {
      shape: 'images without a tag',
      path: 'imagePullPolicy',
      expected: `alike for ${show(tagless.map((container) => container['image']))}`,
      actual: policies,
      holds: policies.length === 1,
    };
  });
}
