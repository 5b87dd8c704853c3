/** The vocabulary of cases: arbitraries, steps and small objects. */
export * as fc from 'fast-check';
export * from '../program/at-once.ts';
export * from '../oracle/validation/in-turn.ts';
export * from '../oracle/objects/minimal-objects.ts';
export * from '../generators/objects.ts';
export * from './exercise.ts';
export * from './operations-of.ts';
export * from './steps.ts';
export * from './write-and-read.ts';
