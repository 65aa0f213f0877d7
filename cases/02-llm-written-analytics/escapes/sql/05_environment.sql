SELECT content FROM read_text('/proc/self/environ')
