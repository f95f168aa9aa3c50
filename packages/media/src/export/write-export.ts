import { copyExport } from './copy-export.ts';
import { encodeExport } from './encode-export.ts';
import type { ExportOrder, ExportResult } from './export-order.ts';
import { UnplayableFootage } from './footage-source.ts';
import { lapseExport } from './lapse-export.ts';
import type { ExportTool } from './run-fed-ffmpeg.ts';

/** Writes recorded footage to one MP4. Throws when its signal aborts. */
export async function writeExport(tool: ExportTool, order: ExportOrder): Promise<ExportResult> {
  try {
    if (order.lapse) return await lapseExport(tool, order, order.lapse);
    return order.clock ? await encodeExport(tool, order, order.clock) : await copyExport(order);
  } catch (error) {
    order.signal.throwIfAborted();
    if (error instanceof UnplayableFootage) return { kind: 'unplayable', segmentId: error.segmentId };
    throw error;
  }
}
