/** Pauses and resumes animation and live updates; its label is chosen by CSS. */
export function PauseButton() {
  return (
    <button type="button" className="pause" data-view-does="motion">
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
        <path className="is-moving" d="M7 5h3.500v14H7zM13.500 5H17v14h-3.500z" />
        <path className="is-still" d="M8 5v14l11-7z" />
      </svg>
      <span>
        <span className="is-moving">Остановить движение</span>
        <span className="is-still">Включить движение</span>
      </span>
    </button>
  );
}
