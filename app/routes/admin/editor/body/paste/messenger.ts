/** How its web versions name what stands around a message. */
const FROM_TELEGRAM = '[class*="reaction" i]';
/** «👍 12 ❤️ 3»: how many readers answered with what. */
const REACTIONS = /^\s*(?:\p{RGI_Emoji}\s*[\d.,]+\s*[KMКМ]?\s*)+$/v;

/** Telegram and its like write emoji as small pictures with the character as their description. */
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
