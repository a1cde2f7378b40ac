mod channels;
mod searches;
