const FROM_TELEGRAM = '[class*="reaction" i]';
const REACTIONS = /^\s*(?:\p{RGI_Emoji}\s*[\d.,]+\s*[KMКМ]?\s*)+$/v;

/** Telegram and others send emoji as images with the character in `alt`. */
export function cleanMessenger(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    const alt = picture.alt.trim();
    const isEmoji = /^\p{RGI_Emoji}+$/v.test(alt);
    if (isEmoji || /emoji|sticker/i.test(picture.className)) picture.replaceWith(alt);
  }
  for (const time of body.querySelectorAll('time, .time, .message-time')) time.remove();
  for (const block of body.querySelectorAll('div, p, span'))
    if (REACTIONS.test(block.textContent ?? '') && block.closest(FROM_TELEGRAM)) block.remove();
}
