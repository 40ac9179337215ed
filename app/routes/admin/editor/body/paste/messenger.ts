/** Telegram and its like write emoji as small pictures with the character as their description. */
export function cleanMessenger(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    const alt = picture.alt.trim();
    const isEmoji = /^\p{RGI_Emoji}+$/v.test(alt);
    if (isEmoji || /emoji|sticker/i.test(picture.className)) picture.replaceWith(alt);
  }
  for (const time of body.querySelectorAll('time, .time, .message-time')) time.remove();
}
