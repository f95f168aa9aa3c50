/// <reference types="vite/client" />

// The icons by their own files: the package's front door would make each build read six thousand of them.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ReactNode, SVGProps } from 'react';

  const icon: (props: SVGProps<SVGSVGElement> & { size?: number }) => ReactNode;
  export default icon;
}
