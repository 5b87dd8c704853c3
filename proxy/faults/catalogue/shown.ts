import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { containersOf, isObject, objectAt } from '../bend.ts';
import type { Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { asking, isOne, podSpecsOf, showing } from '../ways.ts';

/** Responses that show a wrong state. */
export const SHOWN_FAULTS: readonly Fault[] = faults({
  'quality-of-service-depends-on-the-name': {
    summary: 'the qosClass of a pod depends on its name and not on its resources',
    caughtBy: 'create/qos-class-follows-the-resources',
    hooks: showing((object, { call }) => {
      const status = call?.resource?.kind === 'Pod' && isObject(object['status']) ? object['status'] : undefined;
      if (status !== undefined)
        status['qosClass'] = /b\d$/.test(String(objectAt(object, 'metadata')?.['name'])) ? 'Guaranteed' : 'BestEffort';
    }),
  },
  'new-pods-have-an-address': {
    summary: 'a pod shows an address of its own as soon as it is made',
    caughtBy: 'create/pod-has-no-address-before-its-host',
    hooks: showing((object, { call }) => {
      if (call?.resource?.kind === 'Pod')
        object['status'] = { ...(isObject(object['status']) ? object['status'] : {}), podIP: '10.0.0.1' };
    }),
  },
  'selector-of-a-job-is-a-map': {
    summary: 'the selector of a Job is shown as a map of labels, without matchLabels',
    caughtBy: 'create/selector-of-a-job-has-match-labels',
    hooks: showing((object, { call }) => {
      const spec = objectAt(object, 'spec');
      const labels = objectAt(spec, 'selector', 'matchLabels');
      if (call?.resource?.kind === 'Job' && spec !== undefined && labels !== undefined) spec['selector'] = labels;
    }),
  },
  'references-in-commands-are-resolved': {
    summary: 'references to the environment in the command of a container are shown resolved, to nothing',
    caughtBy: 'create/members-for-nodes-are-kept',
    hooks: showing((object) => {
      for (const container of containersOf(object)) {
        for (const member of ['command', 'args']) {
          const words = container[member];
          if (Array.isArray(words))
            container[member] = words.map((word) =>
              typeof word === 'string' ? word.replaceAll(/\$\([^)]*\)/g, '') : word,
            );
        }
      }
    }),
  },
  'host-ports-are-chosen-by-the-server': {
    summary: 'ports of pods on the host network are shown with other numbers on the host than in the container',
    caughtBy: 'create/host-ports-are-those-of-containers',
    hooks: showing((object) => {
      for (const spec of podSpecsOf(object).filter(({ hostNetwork }) => hostNetwork === true)) {
        for (const { ports } of containersOf(spec))
          if (Array.isArray(ports))
            for (const port of ports.filter(isObject)) port['hostPort'] = Number(port['containerPort']) + 1;
      }
    }),
  },
  'conditions-are-replaced': {
    summary: 'a strategic merge patch of /status replaces the list of conditions',
    caughtBy: 'status/conditions-are-merged-by-type',
    hooks: asking(
      (asked) => isOne(asked, 'patchStatus') && (asked.headers['content-type'] ?? '').includes('strategic'),
      (asked) => void (asked.headers['content-type'] = MERGE_PATCH_TYPE),
    ),
  },
  'numbers-are-shown-as-texts': {
    summary: 'the replicas of a spec are shown as text',
    caughtBy: 'validation/answers-have-the-types-of-their-tables',
    hooks: showing((object) => {
      const spec = objectAt(object, 'spec');
      if (typeof spec?.['replicas'] === 'number') spec['replicas'] = String(spec['replicas']);
    }),
  },
});
