import type { DemoArticle } from '../articles.ts';

/** One article with every block that a text may hold. */
export const secondChance: DemoArticle[] = [
  {
    slug: 'vtoroy-shans',
    title: '«Второй шанс» в цифрах: протокол, запись и один спорный голос',
    date: '2025-07-18',
    cover: null,
    content: `
<p>За сутки зрители отдали 264 137 голосов и вернули в финал трио из Вологды. Места в полуфиналах — секрет до воскресенья, но «второй шанс» решали только зрители<sup>1</sup>, поэтому протокол публикуем целиком.</p>
<table>
<caption>Голосование с 17 июля, 22:20, по 18 июля, 18:00</caption>
<thead><tr><th>Место</th><th>Участник</th><th>Песня</th><th class="ql-align-right">Голоса</th><th class="ql-align-right">Доля</th></tr></thead>
<tbody>
<tr><td>1</td><td><strong>«Подорожник»</strong></td><td>«Кружево»</td><td class="ql-align-right">81 906</td><td class="ql-align-right">31,0 %</td></tr>
<tr><td>2</td><td>«Оркестр имени лета»</td><td>«Набережная»</td><td class="ql-align-right">46 220</td><td class="ql-align-right">17,5 %</td></tr>
<tr><td>3</td><td>Ника Арбатова</td><td>«Не по пути»</td><td class="ql-align-right">38 117</td><td class="ql-align-right">14,4 %</td></tr>
<tr><td>4</td><td>Лев Чижов</td><td>«Пассажир»</td><td class="ql-align-right">29 803</td><td class="ql-align-right">11,3 %</td></tr>
<tr><td>5</td><td>«Ток и Лён»</td><td>«Ткань»</td><td class="ql-align-right">24 358</td><td class="ql-align-right">9,2 %</td></tr>
<tr><td>6</td><td>Кира Заболоцкая</td><td>«Колокольчики»</td><td class="ql-align-right">18 964</td><td class="ql-align-right">7,2 %</td></tr>
<tr><td>7</td><td>Даниэль Мовсесян</td><td>«Двор»</td><td class="ql-align-right">13 720</td><td class="ql-align-right">5,2 %</td></tr>
<tr><td>8</td><td>Григорий Пшеничный</td><td>«Степь»</td><td class="ql-align-right">11 049</td><td class="ql-align-right">4,2 %</td></tr>
</tbody>
</table>
<h2>Ночь и утро</h2>
<p>До полуночи «Оркестр имени лета» шёл вровень с «Подорожником». Всё решило утро: вологодское радио поставило «Кружево» вместо гимна в шесть часов, потом в семь, а в восемь извинилось и поставило ещё раз.</p>
<figure class="embed" data-provider="vkvideo" data-id="-20250718_456239017"><a href="https://vkvideo.ru/video-20250718_456239017"></a></figure>
<blockquote><p>Мы проснулись оттого, что за стеной играет наша песня. Потом — у соседей напротив. Решили, что приснилось, и легли обратно. Нас разбудил звонок: «Вы почему ещё не в поезде?»</p><footer>Ульяна Малышева, «Подорожник»</footer></blockquote>
<figure class="image wide"><img src="picture:phones-up" alt="Поднятые руки с телефонами в золотом свете"><figcaption>Телефоны к полудню разрядились, голоса — нет<cite>Лада Ивина / «Рампа»</cite></figcaption></figure>
<figure class="gallery">
<figure class="image"><img src="picture:night-microphone" alt="Микрофон крупным планом на фоне размытых огней"><figcaption>Микрофон «Подорожника» дождался хозяев<cite>Лада Ивина / «Рампа»</cite></figcaption></figure>
<figure class="image"><img src="picture:umbrellas" alt="Очередь под зонтами отражается в мокрой мостовой"><figcaption>Набережная, полночь<cite>Роман Кедров / «Рампа»</cite></figcaption></figure>
</figure>
<h2>Послушать и сверить</h2>
<figure class="audio"><a href="file:pozyvnye">Позывные «второго шанса»</a></figure>
<figure class="file"><a href="file:protokol">Протокол голосования «второй шанс»</a></figure>
<details><summary>Как считали голоса</summary><p>Один зритель — один голос за одну песню. Повторные голоса снимали сразу: за сутки их набралось 1 902.</p><ul><li>считали две независимые программы, суммы сошлись;</li><li>за подсчётом следили наблюдатели от каждого участника;</li><li>протокол подписан в 18:40, через сорок минут после конца голосования.</li></ul></details>
<details><summary>Что за спорный голос</summary><p>Он пришёл ровно в 18:00:00. Правила говорят «до 18:00», и комиссия спорила о нём дольше, чем о всех остальных. Голос не засчитали. Он был за «Подорожник».</p></details>
<p class="button"><a href="/vote-rules">Правила голосования в финале</a></p>
<p><sup>1</sup> Жюри оценивает полуфиналы и финал, во «втором шансе» оно не участвует.</p>
`,
  },
];
