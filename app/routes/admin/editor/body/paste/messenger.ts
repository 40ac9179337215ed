/** Telegram and its like write emoji as small pictures with the character as their description. */
export function cleanMessenger(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    const alt = picture.alt.trim();
    const isEmoji = /^(\p{Extended_Pictographic}|\p{Regional_Indicator})[\p{Extended_Pictographic}\p{Emoji_Component}\ufe0f\u200d]*$/u.test(alt);
    if (isEmoji || /emoji|sticker/i.test(picture.className)) picture.replaceWith(alt);
  }
  for (const time of body.querySelectorAll('time, .time, .message-time')) time.remove();
}
