'use client';
/** The React component, which programs install as `@showreel/react`. On a server it is an empty box of the film's shape. */
import { type ComponentPropsWithoutRef, createElement, type ReactElement, useEffect, useRef } from 'react';
import { show } from './load-sdk.ts';
import { attributesOf, type ShowreelDemoOptions, type ShowreelState } from './options.ts';

export type { ShowreelDemoOptions, ShowreelState };

export interface ShowreelDemoProps
  extends ShowreelDemoOptions,
    Omit<ComponentPropsWithoutRef<'div'>, keyof ShowreelDemoOptions | 'children'> {
  /** Told when the demo is loaded, shown, or cannot be shown. */
  onState?: (state: ShowreelState) => void;
}

/** Shows a demo. Other properties, such as `className` and `style`, belong to its box. */
export function ShowreelDemo({ onState, ...props }: ShowreelDemoProps): ReactElement {
  const { service, apiKey, project, demo, prompt, template, section, presentation, ...others } = props;
  const { aspect, autoplay, loop, muted, controls, theme, ...box } = others;
  const element = useRef<HTMLDivElement>(null);
  const tell = useRef(onState);
  tell.current = onState;

  useEffect(() => {
    const current = element.current!;
    const listen = (event: Event) => tell.current?.((event as CustomEvent<ShowreelState>).detail);
    current.addEventListener('showreel:state', listen);
    return () => current.removeEventListener('showreel:state', listen);
  }, []);

  const asked = { project, demo, prompt, template, section, presentation };
  const attributes = attributesOf({
    ...asked,
    aspect,
    autoplay,
    loop,
    muted,
    controls,
    theme,
  } as ShowreelDemoOptions);
  const wanted = JSON.stringify([service, apiKey, attributes]);
  // `wanted` names everything that the effect reads.
  useEffect(() => {
    show(element.current!, { service, ...(apiKey !== undefined && { apiKey }) });
  }, [wanted]);

  return createElement('div', { ...box, ...attributes, ref: element, 'data-showreel': '' });
}
