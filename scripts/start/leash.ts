// Preloaded into the api and the worker of `npm start`. When the starter is gone without a word
// (SIGKILL), they drain and end as after a SIGTERM, instead of keeping their ports for ever.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
