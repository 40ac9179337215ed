import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { rows, sample } from '../../rig/cases.ts';
import { needBrowser } from '../../rig/needs.ts';
import { openArticle } from './desk.ts';

const panel = await needBrowser();

const VIDEO = 'https://vkvideo.ru/video-1_22';
const PICTURE = 'https://example.org/hall.png';

/** Each block in and out, by keys alone and without a look at the screen; in braces what is no letter. */
const TYPED = rows<[way: string, keys: string, stored: string]>(`
  a heading from the menu → /h2{Enter}Итоги{Enter} → <h2>Итоги</h2>
  a heading by its keys → {Control+Alt+3}Счёт{Enter} → <h3>Счёт</h3>
  Enter after an arrow → НизВ{ArrowLeft}{Enter}{End}ерх{Enter} → <p>Низ</p><p>Верх</p>
  Enter after Home → Два{Home}{Enter}{ArrowUp}Раз{ArrowDown}{End}{Enter} → <p>Раз</p><p>Два</p>
  words selected by keys → Так{Shift+Home}{Control+b}{End}{Enter}{Control+b} → <p><strong>Так</strong></p>
  a list from the menu → /марк{Enter}раз{Enter}два{Enter}{Enter} → <ul><li>раз</li><li>два</li></ul>
  a list in a list
    {Control+Shift+7}раз{Enter}{Tab}два{Enter}{Enter}{Enter}
    <ol><li>раз<ol><li>два</li></ol></li></ol>
  a quotation → {Control+Shift+b}Тише{Enter}{Enter} → <blockquote>Тише</blockquote>
  a quotation with its author → Пойте{Control+Alt+q}Анна{Enter} → <blockquote>Пойте<footer>Анна</footer></blockquote>
  a table from its dialog
    /табл{Enter}2{Tab}2{Enter}Место{Tab}Кто{Tab}1{Tab}Вера{Enter}Ли{Tab}2{Tab}Анна{Control+Enter}
    <table><thead><tr><th>Место</th><th>Кто</th></tr></thead><tbody><tr><td>1</td><td>Вера<br>Ли</td></tr><tr><td>2</td><td>Анна</td></tr></tbody></table>
  folded text
    /свёр{Enter}Правила{Enter}Один{Enter}два{Enter}{Enter}
    <details><summary>Правила</summary><p>Один</p><p>два</p></details>
  a button from its dialog
    /кноп{Enter}Голос{Tab}/vote{Enter}{Enter}Нота2{Enter}
    <p class="button"><a href="/vote">Голос</a></p><p>Нота2</p>
  a video from its dialog, then its title
    /видео{Enter}${VIDEO}{Enter}{ArrowUp}{Tab}Клип{Enter}Ниже{Enter}
    ${figureOf(VIDEO).replace(`>${VIDEO}<`, '>Клип<')}<p>Ниже</p>
  a picture from its dialog, then its words
    /изоб{Enter}{Tab}{Tab}${PICTURE}{Enter}{ArrowUp}Хор{Enter}Ли{Enter}
    <figure class="image"><img src="${PICTURE}" alt=""><figcaption>Хор<cite>Ли</cite></figcaption></figure>
  a divider → До{Control+Alt+g}После{Enter} → <p>До</p><hr><p>После</p>
  code → /код{Enter}a = 1{ArrowDown} → <pre data-language="plain">a = 1</pre>
  code by its keys → {Control+Alt+c}b{Enter}{Enter}{Enter} → <pre data-language="plain">b</pre>
  small letters → H{Control+,}2{Control+,}O м{Control+.}2{Control+.}{Enter} → <p>H<sub>2</sub>O м<sup>2</sup></p>
  a numbered list from the menu → /нум{Enter}раз{Enter}{Enter} → <ol><li>раз</li></ol>
  alignment → {Control+Shift+e}Середина{Enter}{Control+Shift+l} → <p class="ql-align-center">Середина</p>
  a link from its dialog → См. {Control+k}/vote{Tab}тут{Enter} дальше{Enter} → <p>См. <a href="/vote">тут</a> дальше</p>
  a dialog that is left → Ещё{Control+k}/vote{Escape} раз{Enter} → <p>Ещё раз</p>
  the typograf → Всё{Control+Alt+y}{Enter} верно{Enter} → <p>Всё верно</p>
  a tool of the bar → {Alt+F10}{Enter}Да{Control+b} нет{Enter} → <p><strong>Да</strong> нет</p>
  a menu that is left → /свё{Escape}рло → <p>/свёрло</p>
`);

const PAUSES = sample([0, 5, 15], 3);
test.each(PAUSES)('a text with every block, typed with %s ms between keys, stands as typed', async (pause) => {
  const { page, saved } = await openArticle(panel, { content: '' });
  await page.route(PICTURE, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await typeKeys(page, TYPED.map(([, keys]) => keys).join(''), pause);
  expect(await saved()).toBe(TYPED.map(([, , html]) => html).join(''));
});

/** As a Russian keyboard sends them: Playwright's own has no such letters and puts them in without a key. */
async function typeKeys(page: Page, keys: string, pause: number): Promise<void> {
  const wire = await page.context().newCDPSession(page);
  for (const [, named, letter = ''] of keys.matchAll(/\{([^}]+)\}|(.)/gsu)) {
    if (named) await page.keyboard.press(named.replace('Control', 'ControlOrMeta'));
    else {
      await wire.send('Input.dispatchKeyEvent', { type: 'keyDown', key: letter, text: letter });
      await wire.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter });
    }
    if (pause > 0) await page.waitForTimeout(pause);
  }
  await wire.detach();
}
