import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileFault } from '@holdfast/kit';
import type { InferenceSession } from 'onnxruntime-node';
import { ModelFault } from './model-fault.ts';

export type Runtime = typeof import('onnxruntime-node');

/** The runtime is an optional package: the product records and plays without it. */
export async function loadRuntime(): Promise<Runtime> {
  try {
    return await import('onnxruntime-node');
  } catch {
    throw new ModelFault('The package onnxruntime-node is not installed for this machine, so plates cannot be read.');
  }
}

/** Reads a description and its model, checks the model's hash, and opens it. */
export async function loadModel<D extends { file: string; sha256: string | undefined }>(
  descriptionPath: string,
  parse: (json: string, name: string) => D,
  { runtime, threads }: { runtime: Runtime; threads: number },
): Promise<{ description: D; session: InferenceSession }> {
  const description = parse((await readBytes(descriptionPath)).toString('utf8'), descriptionPath);
  const modelPath = join(dirname(descriptionPath), description.file);
  const model = await readBytes(modelPath);
  const sha256 = createHash('sha256').update(model).digest('hex');
  if (description.sha256 !== undefined && description.sha256 !== sha256)
    throw new ModelFault(`The model ${modelPath} is damaged or does not match the hash in its description.`);
  try {
    const session = await runtime.InferenceSession.create(model, {
      executionProviders: ['cpu'],
      executionMode: 'sequential',
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 4,
      // Spinning threads use a whole core each between two frames.
      extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
    });
    return { description, session };
  } catch (err) {
    throw new ModelFault(`The model ${modelPath} cannot be opened: ${firstLine(err)}`);
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (err) {
    throw new ModelFault(`The model file ${path} cannot be read (${fileFault(err)}).`);
  }
}

const firstLine = (err: unknown) => (err instanceof Error ? err.message : String(err)).split('\n', 1)[0];
