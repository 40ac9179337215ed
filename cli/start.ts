import { type Given, UsageError } from './arguments.ts';

export const help = `rampa start    запустить сайт; остановить — Ctrl+C
rampa demo     запустить сайт с примерами новостей и трансляции; с его остановкой всё исчезнет

Настройки задаются переменными окружения, они перечислены в README.md. Главные из них:
  DATA_DIR      папка, где лежит всё, что нужно сохранить (сейчас без неё — папка data)
  PUBLIC_URL    адрес сайта, например https://festival.example
  HOST, PORT    где отвечать: 127.0.0.1 и 3000`;

/** Also `rampa demo`: boot/run.ts tells them apart by the name of the command. */
export async function run({ words }: Given): Promise<number> {
  if (words.length > 0) throw new UsageError('У этой команды нет слов после имени.');
  await import('../server.ts');
  return 0;
}
