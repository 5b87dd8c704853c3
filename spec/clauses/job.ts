import type { Clause } from './clause.ts';
import { clauses, fieldClauses } from './rows.ts';

const SECTION = 'Job (group batch, version v1), as shown in payloads';

export const JOB: readonly Clause[] = [
  ...clauses(SECTION, [
    ['job.fields', 'A Job has metadata, spec and status.'],
    ['job-list.fields', 'A JobList has kind, apiVersion, metadata and items.'],
  ]),
  ...fieldClauses(SECTION, 'job-spec', [
    { field: 'parallelism', type: 'an integer' },
    { field: 'completions', type: 'an integer' },
    { field: 'selector', type: 'an object', says: [['It has matchLabels, a map.']] },
    {
      field: 'template',
      type: 'a pod template',
      says: [
        [
          'In samples its restartPolicy is Never.',
          'may',
          'a sample, not a demand',
          'It describes samples, and asks nothing of a server.',
        ],
        ['The system adds the labels controller-uid and job-name to it.'],
      ],
    },
  ]),
  ...fieldClauses(SECTION, 'job-status', [
    { field: 'startTime', type: 'a timestamp' },
    { field: 'active', type: 'an integer' },
  ]),
];
