import { RESOURCES } from '../../../spec/surface/resources.ts';
import type { Template } from '../../program/program.ts';
import { always, type Statement } from './statement.ts';

/** The resources to which the document's DeploymentSpec applies. */
const DEPLOYMENTS = RESOURCES.filter(({ plural }) => plural === 'deployments');

/** A statement about the strategy of a Deployment, and values that violate it. */
function statement(
  parts: Pick<Statement, 'id' | 'says' | 'cites' | 'field' | 'mayBeDropped'>,
  ...strategies: Template[]
): Statement {
  return {
    ...parts,
    resources: DEPLOYMENTS,
    refused: always,
    breaks: () => strategies.map((to) => [{ set: '/spec/strategy', to }]),
  };
}

function rolling(rollingUpdate: Template): Template {
  return { type: 'RollingUpdate', rollingUpdate };
}

const NO_PERCENTAGES = ['ten', '10', '%', '10%%', '10 %', '1.5%', '-5%'];

export const DEPLOYMENT_STATEMENTS: readonly Statement[] = [
  statement(
    {
      id: 'strategy-type-is-one-of-two',
      says: 'A strategy of another type than Recreate and RollingUpdate is refused.',
      cites: ['deployment-strategy.type.1'],
      field: 'strategy.type',
    },
    { type: 'recreate' },
    { type: 'Rolling' },
    { type: 'OnDelete' },
  ),
  statement(
    {
      id: 'rolling-update-needs-its-type',
      says: 'A strategy that has rollingUpdate and is of type Recreate is refused, or stored without it.',
      mayBeDropped: true,
      cites: ['deployment-strategy.rolling-update.1'],
      field: 'strategy.rollingUpdate',
    },
    { type: 'Recreate', rollingUpdate: {} },
    { type: 'Recreate', rollingUpdate: { maxSurge: 1 } },
    { type: 'Recreate', rollingUpdate: { maxSurge: '10%', maxUnavailable: 1 } },
  ),
  statement(
    {
      id: 'max-surge-and-max-unavailable-are-not-both-zero',
      says: 'A rolling update whose maxSurge and maxUnavailable are both 0 is refused, as numbers or as percentages.',
      cites: ['rolling-update.max-surge.3', 'rolling-update.max-unavailable.3', 'errors.5.2'],
      field: 'strategy.rollingUpdate.maxSurge',
    },
    ...[0, '0%'].flatMap((maxSurge) => [0, '0%'].map((maxUnavailable) => rolling({ maxSurge, maxUnavailable }))),
  ),
  statement(
    {
      id: 'bounds-of-a-rolling-update-are-numbers-or-percentages',
      says: 'A maxSurge or maxUnavailable that is text and no percentage is refused.',
      cites: ['rolling-update.max-surge.type', 'rolling-update.max-unavailable.type'],
      field: 'strategy.rollingUpdate.maxSurge',
    },
    ...NO_PERCENTAGES.flatMap((bound) => [rolling({ maxSurge: bound }), rolling({ maxUnavailable: bound })]),
  ),
];
