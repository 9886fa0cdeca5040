import jsQR from 'jsqr';
import type { Page } from 'puppeteer-core';

/** The text of the QR code in a picture, as a camera would read it. The page decodes the picture. */
export async function readQr(page: Page, png: string): Promise<string | undefined> {
  const pixels = (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png}'), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    return { width: image.width, height: image.height, data: Array.from(data) };
  })()`)) as { width: number; height: number; data: number[] };
  return jsQR(Uint8ClampedArray.from(pixels.data), pixels.width, pixels.height)?.data;
}
