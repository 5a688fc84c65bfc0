import type { Pdfium } from "./pdfium.ts";

const perInch = 72;
const wantedDpi = 300;
/** About a page of A4 at 350 dots per inch. */
const mostPixels = 12_000_000;
const grey = 1;
const white = 0xffffffff;
const withAnnotations = 0x01;

/** The page as a grey picture in the plainest format there is (PGM), fine enough to be read, never larger than it may be. Undefined when the page has no size. */
export function renderPage({ call, bytes }: Pdfium, page: number, wanted = wantedDpi): Uint8Array | undefined {
  const [width, height] = [call.FPDF_GetPageWidthF(page) / perInch, call.FPDF_GetPageHeightF(page) / perInch];
  const dpi = Math.min(wanted, Math.sqrt(mostPixels / (width * height)));
  const [columns, rows] = [Math.floor(width * dpi), Math.floor(height * dpi)];
  if (!(columns >= 1 && rows >= 1 && columns * rows <= mostPixels)) return undefined;
  // Rows of a whole number of four bytes, as the library likes them.
  const stride = Math.ceil(columns / 4) * 4;
  const into = call.malloc(stride * rows);
  if (into === 0) return undefined;
  const bitmap = call.FPDFBitmap_CreateEx(columns, rows, grey, into, stride);
  call.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, white);
  call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, withAnnotations);
  const head = Buffer.from(`P5\n${columns} ${rows}\n255\n`);
  const picture = Buffer.alloc(head.length + columns * rows);
  picture.set(head);
  for (let row = 0; row < rows; row++) picture.set(bytes().subarray(into + row * stride, into + row * stride + columns), head.length + row * columns);
  call.FPDFBitmap_Destroy(bitmap);
  call.free(into);
  return picture;
}
