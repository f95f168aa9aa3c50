import { jpegFacts } from './jpeg-facts.ts';
import { type DrawText, PAGE, PagePainter, type PdfFonts } from './page-painter.ts';
import { PdfFile, refer, textString } from './pdf-file.ts';

/** The contents of the page, all of it text and pictures that were prepared elsewhere. */
export interface Report {
  /** The kind of the page, such as "Plate sighting". */
  title: string;
  /** Red, across the page. */
  banner: string | null;
  headline: string;
  facts: readonly { label: string; value: string }[];
  frame: { jpeg: Uint8Array; box: readonly number[] | null } | null;
  noFrame: string;
  crop: Uint8Array | null;
  recentTitle: string;
  recent: readonly (readonly [string, string, string])[];
  footer: string;
  madeAt: Date;
}

const MARGIN = 42;
const WIDTH = PAGE.width - 2 * MARGIN;
const QUIET = '#505E69';
const LINE = '#DDE3E7';
const RED = '#B42318';
const WHITE = '#FFFFFF';
const MAX_FRAME_HEIGHT = 330;
const CROP_WIDTH = 170;
const FOOTER_Y = PAGE.height - 30;
const RECENT_LINE = 16;

/** One page of A4. */
export async function reportPdf(
  report: Report,
  drawing: { fonts: PdfFonts; drawText: DrawText },
): Promise<Uint8Array<ArrayBuffer>> {
  const file = new PdfFile();
  const pages = file.reserve();
  const painter = new PagePainter(file, drawing);
  const afterHead = await paintHead(painter, report);
  const afterFacts = await paintFacts(painter, report, afterHead);
  const afterFrame = await paintFrame(painter, report, afterFacts);
  await paintRecent(painter, report, afterFrame);
  painter.rectangle({ x: MARGIN, y: FOOTER_Y - 14, width: WIDTH, height: 0.7 }, { fill: LINE });
  await painter.text(report.footer, MARGIN, FOOTER_Y, { size: 8, color: QUIET, maxWidth: WIDTH });
  const page = await painter.finish(pages);
  file.set(pages, `<< /Type /Pages /Kids [${refer(page)}] /Count 1 >>`);
  const root = file.add(`<< /Type /Catalog /Pages ${refer(pages)} >>`);
  const info = file.add(
    `<< /Title ${textString(`${report.title}: ${report.headline}`)} /Producer (Holdfast) /CreationDate (${pdfDate(report.madeAt)}) >>`,
  );
  return file.bytes({ root, info });
}

const pdfDate = (at: Date): string => `D:${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;

async function paintHead(painter: PagePainter, { title, banner, headline }: Report): Promise<number> {
  let y = MARGIN;
  if (banner !== null) {
    painter.rectangle({ x: MARGIN, y, width: WIDTH, height: 28 }, { fill: RED });
    await painter.text(banner, MARGIN + 12, y + 19, {
      size: 13,
      isBold: true,
      color: WHITE,
      ground: RED,
      maxWidth: WIDTH - 24,
    });
    y += 40;
  }
  await painter.text(title, MARGIN, y + 12, { size: 11, color: QUIET, maxWidth: WIDTH });
  await painter.text(headline, MARGIN, y + 46, { size: 30, isBold: true, maxWidth: WIDTH });
  return y + 62;
}

/** Facts on the left, the crop on the right. */
async function paintFacts(painter: PagePainter, { facts, crop }: Report, top: number): Promise<number> {
  const size = crop && jpegFacts(crop);
  const width = size ? WIDTH - CROP_WIDTH - 20 : WIDTH;
  let y = top + 12;
  for (const { label, value } of facts) {
    await painter.text(label, MARGIN, y, { size: 10.5, color: QUIET, maxWidth: 110 });
    await painter.text(value, MARGIN + 118, y, { size: 10.5, maxWidth: width - 118 });
    y += 17;
  }
  if (!crop || !size) return y;
  const scale = Math.min(CROP_WIDTH / size.width, 110 / size.height);
  const box = {
    x: MARGIN + WIDTH - size.width * scale,
    y: top,
    width: size.width * scale,
    height: size.height * scale,
  };
  painter.picture(crop, box);
  painter.rectangle(box, { stroke: LINE });
  return Math.max(y, top + box.height + 14);
}

async function paintFrame(painter: PagePainter, { frame, noFrame }: Report, top: number): Promise<number> {
  const size = frame && jpegFacts(frame.jpeg);
  if (!frame || !size) {
    painter.rectangle({ x: MARGIN, y: top, width: WIDTH, height: 40 }, { fill: '#F4F6F7' });
    await painter.text(noFrame, MARGIN + 12, top + 24, {
      size: 10.5,
      color: QUIET,
      ground: '#F4F6F7',
      maxWidth: WIDTH - 24,
    });
    return top + 56;
  }
  const scale = Math.min(WIDTH / size.width, MAX_FRAME_HEIGHT / size.height);
  const box = { x: MARGIN, y: top, width: size.width * scale, height: size.height * scale };
  painter.picture(frame.jpeg, box);
  if (frame.box) {
    const [x = 0, y = 0, width = 0, height = 0] = frame.box;
    painter.rectangle(
      { x: box.x + x * box.width, y: box.y + y * box.height, width: width * box.width, height: height * box.height },
      { stroke: '#FFD43B' },
    );
  }
  return top + box.height + 20;
}

/** As many lines as the page has room for. */
async function paintRecent(painter: PagePainter, { recentTitle, recent }: Report, top: number): Promise<void> {
  if (recent.length === 0) return;
  await painter.text(recentTitle, MARGIN, top + 12, { size: 12, isBold: true, maxWidth: WIDTH });
  let y = top + 32;
  for (const [time, camera, detail] of recent) {
    if (y > FOOTER_Y - 22) return;
    await painter.text(time, MARGIN, y, { size: 10, maxWidth: 190 });
    await painter.text(camera, MARGIN + 200, y, { size: 10, maxWidth: 200 });
    await painter.text(detail, MARGIN + 410, y, { size: 10, color: QUIET, maxWidth: WIDTH - 410 });
    y += RECENT_LINE;
  }
}
