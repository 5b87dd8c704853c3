import type { Verb } from '../../spec/surface/operations.ts';
import type { Feature, Loop, LoopFeature, ProtobufFeature } from '../target/capabilities.ts';
import type { Rule } from './rule.ts';

const LOOP = 'control loop on ';

function needsOf({ needs = ['create'] }: Pick<Rule, 'needs'>): readonly Feature[] {
  return needs;
}

/** The verbs that the cases of a rule send. */
export function verbsNeeded(rule: Rule): Verb[] {
  return needsOf(rule).filter((feature): feature is Verb => !isLoop(feature) && !isProtobuf(feature));
}

/** The features that the rule needs beside verbs. */
export function featuresNeeded(rule: Rule): (LoopFeature | ProtobufFeature)[] {
  return needsOf(rule).filter((feature) => isLoop(feature) || isProtobuf(feature));
}

/** The controllers that must act for the rule to apply. */
export function loopsNeeded(rule: Pick<Rule, 'needs'>): Loop[] {
  return needsOf(rule)
    .filter(isLoop)
    .map((feature) => feature.slice(LOOP.length) as Loop);
}

export function needsLoops(rule: Pick<Rule, 'needs'>): boolean {
  return needsOf(rule).some(isLoop);
}

export function needsProtobuf(rule: Rule): boolean {
  return needsOf(rule).some(isProtobuf);
}

function isLoop(feature: Feature): feature is LoopFeature {
  return feature.startsWith(LOOP);
}

function isProtobuf(feature: Feature): feature is ProtobufFeature {
  return feature.startsWith('protobuf ');
}
