/** Drawings of the buttons, of lines on a grid of 24. */
const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  pass: "M5 12h14M13 6l6 6-6 6",
  resign: "M5 21V4M5 4h11l-2 4 2 4H5",
  resume: "M7 5v14l12-7z",
  engine: "M9 3v3M15 3v3M9 18v3M15 18v3M3 9h3M3 15h3M18 9h3M18 15h3M6 6h12v12H6zM10 10h4v4h-4z",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  score: "M12 3v18M7 21h10M5 7h14M5 7l-3 7a3.2 3.2 0 0 0 6 0zM19 7l-3 7a3.2 3.2 0 0 0 6 0z",
  restore: "M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 8v4l3 2",
  rejoin: "M20 18h-6a6 6 0 0 1-6-6V5M4 9l4-4 4 4",
  first: "M6 5v14M18 5l-8 7 8 7z",
  back: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M18 5v14M6 5l8 7-8 7z",
  analysis: "M3 20h18M6 16l4-5 4 3 5-8",
  territory: "M4 4h16v16H4zM12 4v16M4 12h16",
  add: "M12 5v14M5 12h14",
  open: "M3 7V5h6l2 2h10v12H3zM3 10h18",
  save: "M12 4v11M7 11l5 5 5-5M4 20h16",
  problems: "M12 3a9 9 0 1 0 9 9M12 8a4 4 0 1 0 4 4M12 12l8-8M16 4h4v4",
  settings: "M4 7h9M19 7h1M4 17h3M13 17h7M16 4.5v5M10 14.5v5",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
