mod channels;
pub(super) mod news;
mod search;
mod work;
