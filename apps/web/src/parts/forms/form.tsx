import type { ReactNode, RefObject } from 'react';

interface FormProps {
  save: { place: RefObject<HTMLFormElement | null>; check: () => boolean };
  onSubmit: () => void;
  /** The layout of its children is that of the element around it. */
  isFlat?: boolean;
  children: ReactNode;
}

/** A form that is submitted once nothing is missing. The browser's own messages would be in the language of the browser. */
export const Form = ({ save, onSubmit, isFlat = false, children }: FormProps) => (
  <form
    ref={save.place}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      if (save.check()) onSubmit();
    }}
    {...(isFlat && { style: { display: 'contents' } })}
  >
    {children}
  </form>
);
