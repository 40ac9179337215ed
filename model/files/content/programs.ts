import { cutMarkRuns } from '../../text/combining-marks.ts';

/** Extensions that a double click runs, installs or mounts on a computer or phone, and archives, which would hide them. */
const PROGRAMS = new Set(
  [
    'exe dll sys drv ocx msi msp mst msc scr com pif cpl bat cmd gadget job scf inf ins isp sct shb shs reg',
    'ps1 ps1xml psm1 psd1 psc1 vb vbs vbe js jse mjs ws wsf wsc wsh hta chm hlp lnk url website webloc',
    'desktop settingcontent-ms library-ms search-ms searchconnector-ms appref-ms application theme themepack diagcab',
    'appx appxbundle msix msixbundle appinstaller apk aab xapk ipa dex jar jnlp class',
    'app pkg mpkg dmg command terminal workflow action scpt applescript iso img vhd vhdx vmdk udf',
    'sh bash run deb rpm appimage snap flatpakref py pyc pyw pyz ade adp mde accde',
    'docm dotm xlsm xltm xlsb xlam xla xll xlm wll pptm potm ppsm ppam ppa sldm',
    'zip zipx 7z rar cab arj ace lzh lha gz tgz tar bz2 tbz xz txz zst z uue',
  ].flatMap((line) => line.split(' ')),
);

/** The extension, with its dot, of a program that this name in an archive would unpack to; undefined when it is none. */
export function programIn(name: string): string | undefined {
  const path = readable(name).split(/[\\/]/).filter(Boolean);
  // A stream of NTFS (`a.txt:b.exe`) is a file of its own, and some programs end a name at NUL.
  const files = path.pop()?.split(/[:\0]/) ?? [];
  const found = files.map(extensionOf).find((extension) => PROGRAMS.has(extension));
  if (found !== undefined) return `.${found}`;
  return path.map(extensionOf).includes('app') ? '.app' : undefined;
}

/** As systems compare names: one form of Unicode and of case, without what turns or hides letters. */
function readable(name: string): string {
  // NFKC sorts the marks of one letter in quadratic time; these letters become marks by it, or 18 letters.
  return cutMarkRuns(name.replace(/[\uff9e\uff9f\ufdfa]/g, '_'))
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

/** Windows drops dots and blanks at the end of a name. */
function withoutEnd(part: string): string {
  let end = part.length;
  while (end > 0 && /[\s.\p{Cc}]/u.test(part.charAt(end - 1))) end -= 1;
  return part.slice(0, end);
}

function extensionOf(part: string): string {
  const name = withoutEnd(part);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1);
}
