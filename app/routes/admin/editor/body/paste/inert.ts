/**
 * Markup as elements that load nothing and run nothing. They are in no document and forms lose their controls: names that the markup
 * gives could otherwise stand in for properties of a document or a form (DOM clobbering).
 */
export function readInert(html: string): HTMLElement {
  const body = document.implementation.createHTMLDocument('').createElement('body');
  body.innerHTML = html;
  for (const object of body.querySelectorAll('object')) {
    const embed = object.ownerDocument.createElement('embed');
    embed.setAttribute('src', object.getAttribute('data') ?? '');
    object.replaceWith(embed);
  }
  for (const control of body.querySelectorAll('input, select, button, textarea, datalist')) control.remove();
  for (const named of body.querySelectorAll('img, fieldset, output')) {
    named.removeAttribute('name');
    named.removeAttribute('id');
  }
  for (const form of body.querySelectorAll('form')) rename(form, 'div');
  return body;
}

/** Puts the children into another element in its place. It stays in the inert document, where no picture loads and no handler runs. */
export function rename(element: Element, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  const style = element.getAttribute('style');
  if (style) other.setAttribute('style', style);
  element.replaceWith(other);
  return other;
}
