import { fork } from 'node:child_process';

/** A child process that executes one order at a time. */
export interface Child<Order, Answer> {
  ask(order: Order): Promise<Answer>;
  stop(): void;
}

/** Starts a script, which must answer each message with one message and exit when its parent disconnects. */
export function startChild<Order extends object, Answer>(script: string): Child<Order, Answer> {
  const child = fork(script, { stdio: 'inherit' });
  return {
    ask: (order) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error(`${script} ended`));
        child.once('exit', onExit);
        child.once('message', (answer) => {
          child.off('exit', onExit);
          resolve(answer as Answer);
        });
        child.send(order);
      }),
    stop: () => child.disconnect(),
  };
}
